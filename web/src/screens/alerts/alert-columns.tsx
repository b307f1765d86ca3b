import type { Alert } from '../../api/alerts-admin.ts';
import { textOf } from '../../lib/plain-text.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import css from './alert-list.module.css';
import { AUDIENCES, LEVELS, stateOf } from './alert-rules.ts';

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
export const ALERT_COLUMNS: readonly Column<Alert, AlertColumn>[] = [
  {
    name: 'message',
    title: 'Message',
    isSortable: true,
    cell: ({ id, tenantId, message }) => (
      <a href={adminUrls.alert(id, tenantId)} dir="auto">
        {textOf(message)}
      </a>
    ),
  },
  {
    name: 'level',
    title: 'Level',
    isSortable: true,
    cell: ({ level }) => <span className={`${css.level} ${css[level]}`}>{LEVELS[level]}</span>,
  },
  {
    name: 'state',
    title: 'State',
    isSortable: true,
    cell: (alert) => <span className={css.words}>{stateOf(alert, Date.now())}</span>,
  },
  {
    name: 'audience',
    title: 'Shown to',
    isSortable: true,
    cell: ({ audience }) => <span className={css.words}>{AUDIENCES[audience]}</span>,
  },
  {
    name: 'link',
    title: 'Link',
    isHidden: true,
    cell: ({ actionText, actionUrl }) => actionUrl && `${actionText ?? 'click to know more'}: ${actionUrl}`,
  },
  {
    name: 'from',
    title: 'From',
    isSortable: true,
    isHidden: true,
    cell: ({ from }) => (from === null ? 'At once' : <Moment at={from} />),
  },
  {
    name: 'to',
    title: 'To',
    isSortable: true,
    isHidden: true,
    cell: ({ to }) => (to === null ? 'Until it is deleted' : <Moment at={to} />),
  },
  { name: 'author', title: 'Written by', isSortable: true, cell: ({ firstName }) => firstName },
  { name: 'created', title: 'Created', isSortable: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: 'updated',
    title: 'Updated',
    isSortable: true,
    isHidden: true,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
  { name: 'id', title: 'Id', isHidden: true, cell: ({ id }) => <code>{id}</code> },
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
