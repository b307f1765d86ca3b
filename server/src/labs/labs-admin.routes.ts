import { endLabSession, exportLabSessions, listLabEngines, listLabSessions } from '@academy/contract/labs-admin';
import { auditActorOf } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { LabsAdminService } from './labs-admin.service.ts';

export function bindLabsAdmin(calls: CallTable, labs: LabsAdminService): void {
  calls.bind(listLabSessions, ({ scope }) => labs.sessions(scope.tenantId));
  calls.bind(exportLabSessions, ({ scope }) => labs.export(scope.tenantId));
  calls.bind(listLabEngines, ({ scope }) => labs.engines(scope.tenantId));
  calls.bind(endLabSession, ({ scope, params }) => labs.end(scope.tenantId, params.id, auditActorOf(scope)));
}
