import type { AuditEvent } from '@academy/contract/audit';
import { Address } from '../../ui/address.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import css from './audit-log.module.css';
import { aboutOf, actionText } from './audit-text.ts';

export type AuditColumn = 'at' | 'who' | 'what' | 'about' | 'address' | 'academy' | 'action' | 'target';

/** The columns of the audit, in their order. */
export const AUDIT_COLUMNS: readonly Column<AuditEvent, AuditColumn>[] = [
  {
    name: 'at',
    title: 'When',
    isSortable: true,
    cell: ({ at }) => <Moment at={at} />,
  },
  {
    name: 'who',
    title: 'Who',
    cell: ({ actorName }) => (
      <strong>
        <Address email={actorName} />
      </strong>
    ),
  },
  { name: 'what', title: 'What', cell: ({ action }) => actionText(action) },
  {
    name: 'about',
    title: 'About',
    cell: ({ details, targetId }) => <span dir="auto">{aboutOf(details) ?? targetId}</span>,
  },
  { name: 'address', title: 'From where', cell: ({ address }) => <span className={css.address}>{address ?? ''}</span> },
  { name: 'academy', title: 'Academy', isHidden: true, cell: ({ tenantId }) => tenantId ?? 'All' },
  { name: 'action', title: 'Action', isHidden: true, cell: ({ action }) => <code>{action}</code> },
  { name: 'target', title: 'Id', isHidden: true, cell: ({ targetId }) => <code>{targetId}</code> },
];
