import type { Alert } from '../../api/alerts-admin.ts';
import { alertBarTexts } from '../../features/alerts/alert-bar-texts.ts';
import { textOf } from '../../lib/plain-text.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import css from './alert-list.module.css';
import { alertListTexts } from './alert-list-texts.ts';
import { audienceNames, levelNames, stateOf } from './alert-rules.ts';

export type AlertColumn =
  | 'message'
  | 'level'
  | 'state'
  | 'audience'
  | 'link'
  | 'from'
  | 'to'
  | 'author'
  | 'created'
  | 'updated'
  | 'id';

/** The columns of the list of alerts, in their order. */
export const alertColumns = (): readonly Column<Alert, AlertColumn>[] => [
  {
    name: 'message',
    title: alertListTexts.message,
    isSortable: true,
    cell: ({ id, tenantId, message }) => (
      <a href={adminUrls.alert(id, tenantId)} dir="auto">
        {textOf(message)}
      </a>
    ),
  },
  {
    name: 'level',
    title: alertListTexts.level,
    isSortable: true,
    cell: ({ level }) => <span className={`${css.level} ${css[level]}`}>{levelNames()[level]}</span>,
  },
  {
    name: 'state',
    title: alertListTexts.state,
    isSortable: true,
    cell: (alert) => <span className={css.words}>{stateOf(alert, Date.now())}</span>,
  },
  {
    name: 'audience',
    title: alertListTexts.shownTo,
    isSortable: true,
    cell: ({ audience }) => <span className={css.words}>{audienceNames()[audience]}</span>,
  },
  {
    name: 'link',
    title: alertListTexts.link,
    isHidden: true,
    cell: ({ actionText, actionUrl }) => actionUrl && `${actionText ?? alertBarTexts.more}: ${actionUrl}`,
  },
  {
    name: 'from',
    title: alertListTexts.from,
    isSortable: true,
    isHidden: true,
    cell: ({ from }) => (from === null ? alertListTexts.atOnce : <Moment at={from} />),
  },
  {
    name: 'to',
    title: alertListTexts.to,
    isSortable: true,
    isHidden: true,
    cell: ({ to }) => (to === null ? alertListTexts.untilDeleted : <Moment at={to} />),
  },
  { name: 'author', title: alertListTexts.writtenBy, isSortable: true, cell: ({ firstName }) => firstName },
  {
    name: 'created',
    title: alertListTexts.createdAt,
    isSortable: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    name: 'updated',
    title: alertListTexts.updatedAt,
    isSortable: true,
    isHidden: true,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
  { name: 'id', title: alertListTexts.id, isHidden: true, cell: ({ id }) => <code>{id}</code> },
];

/** What the rows are ordered by. */
export const ALERT_KEYS: Readonly<Record<AlertColumn, (alert: Alert) => string>> = {
  message: ({ message }) => textOf(message),
  level: ({ level }) => level,
  state: (alert) => stateOf(alert, Date.now()),
  audience: ({ audience }) => audience,
  link: ({ actionUrl }) => actionUrl ?? '',
  from: ({ from }) => from ?? '',
  to: ({ to }) => to ?? '',
  author: ({ firstName }) => firstName,
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  id: ({ id }) => id,
};
