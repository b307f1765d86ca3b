import {
  endLabSession,
  exportLabSessions,
  getLabSteps,
  listLabEngines,
  listLabSessions,
} from '@academy/contract/labs-admin';
import { auditActorOf } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { LabStepsService } from './lab-steps.service.ts';
import type { LabsAdminService } from './labs-admin.service.ts';

export function bindLabsAdmin(calls: CallTable, labs: LabsAdminService, steps: LabStepsService): void {
  calls.bind(listLabSessions, ({ scope }) => labs.sessions(scope.tenantId));
  calls.bind(exportLabSessions, ({ scope }) => labs.export(scope.tenantId));
  calls.bind(listLabEngines, ({ scope }) => labs.engines(scope.tenantId));
  calls.bind(getLabSteps, ({ scope, query }) => steps.counts(scope.tenantId, query.workshop));
  calls.bind(endLabSession, ({ scope, params }) => labs.end(scope.tenantId, params.id, auditActorOf(scope)));
}
