import { type AuditEvent, exportAuditEvents, listAuditEvents } from '@academy/contract/audit';
import type { CallTable } from '../calls/bind.ts';
import { type CsvColumn, csvReply } from '../exports/csv.ts';
import type { AuditLogStore, AuditRow } from './audit-log.store.ts';

export function bindAudit(calls: CallTable, log: AuditLogStore): void {
  calls.bind(listAuditEvents, async ({ scope, query }) => {
    const ofInstallation = scope.actor.isAdmin;
    const [{ rows, total }, kinds] = await Promise.all([
      log.page(scope.tenantId, { ...query, ofInstallation }, query),
      log.kinds(scope.tenantId, { ofInstallation }),
    ]);
    return { result: { content: rows.map(presentEvent), totalElements: total, kinds } };
  });

  calls.bind(exportAuditEvents, async ({ scope, query }) => {
    const filters = { ...query, ofInstallation: scope.actor.isAdmin };
    return csvReply('audit', COLUMNS, (after: AuditRow | null, max) => log.after(scope.tenantId, filters, after, max));
  });
}

function presentEvent(row: AuditRow): AuditEvent {
  return {
    ...row,
    eventId: String(row.eventId),
    at: row.at.toISOString(),
    details: row.details as Record<string, unknown>,
  };
}

const COLUMNS: readonly CsvColumn<AuditRow>[] = [
  ['When', ({ at }) => at],
  ['Academy', ({ tenantId }) => tenantId],
  ['Who', ({ actorName }) => actorName],
  ['From where', ({ address }) => address],
  ['What', ({ action }) => action],
  ['About', ({ targetKind }) => targetKind],
  ['Id', ({ targetId }) => targetId],
  ['Details', ({ details }) => JSON.stringify(details)],
  ['Request', ({ correlationId }) => correlationId],
];
