import type { AuditEvent } from '@academy/contract/audit';
import { Address } from '../../ui/address.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import css from './audit-log.module.css';
import { aboutOf, actionText } from './audit-text.ts';
import { auditTexts } from './audit-texts.ts';

export type AuditColumn = 'at' | 'who' | 'what' | 'about' | 'address' | 'academy' | 'action' | 'target';

/** The columns of the audit, in their order. */
export const auditColumns = (): readonly Column<AuditEvent, AuditColumn>[] => [
  { name: 'at', title: auditTexts.when, isSortable: true, cell: ({ at }) => <Moment at={at} /> },
  {
    name: 'who',
    title: auditTexts.who,
    cell: ({ actorName }) => (
      <strong>
        <Address email={actorName} />
      </strong>
    ),
  },
  { name: 'what', title: auditTexts.what, cell: ({ action }) => actionText(action) },
  {
    name: 'about',
    title: auditTexts.about,
    cell: ({ details, targetId }) => <span dir="auto">{aboutOf(details) ?? targetId}</span>,
  },
  {
    name: 'address',
    title: auditTexts.address,
    cell: ({ address }) => <span className={css.address}>{address ?? ''}</span>,
  },
  {
    name: 'academy',
    title: auditTexts.academy,
    isHidden: true,
    cell: ({ tenantId }) => tenantId ?? auditTexts.allAcademies,
  },
  { name: 'action', title: auditTexts.action, isHidden: true, cell: ({ action }) => <code>{action}</code> },
  { name: 'target', title: auditTexts.id, isHidden: true, cell: ({ targetId }) => <code>{targetId}</code> },
];
