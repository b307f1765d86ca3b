import type { AuditEvent } from '@academy/contract/audit';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { actionText } from './audit-words.ts';

export type AuditColumn = 'at' | 'who' | 'what' | 'about' | 'address' | 'academy' | 'action' | 'target';

/** The columns of the audit, in their order. */
export const AUDIT_COLUMNS: readonly Column<AuditEvent, AuditColumn>[] = [
  {
    name: 'at',
    title: 'When',
    isSortable: true,
    cell: ({ at }) => <Moment at={at} />,
  },
  { name: 'who', title: 'Who', cell: ({ actorName }) => <strong dir="auto">{actorName}</strong> },
  { name: 'what', title: 'What', cell: ({ action }) => actionText(action) },
  { name: 'about', title: 'About', cell: ({ details, targetId }) => aboutOf(details) ?? targetId },
  { name: 'address', title: 'From where', cell: ({ address }) => address ?? '' },
  { name: 'academy', title: 'Academy', isHidden: true, cell: ({ tenantId }) => tenantId ?? 'All' },
  { name: 'action', title: 'Action', isHidden: true, cell: ({ action }) => <code>{action}</code> },
  { name: 'target', title: 'Id', isHidden: true, cell: ({ targetId }) => <code>{targetId}</code> },
];

/** What people know the target by: the first of its names that the entry tells. */
function aboutOf(details: AuditEvent['details']): string | null {
  for (const name of ['email', 'title', 'name', 'owner'])
    if (typeof details[name] === 'string' && details[name] !== '') return details[name];
  return null;
}
