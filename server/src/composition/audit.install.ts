import { bindAudit } from '../audit/audit.routes.ts';
import { auditLogStore } from '../audit/audit-log.store.ts';
import type { AppContext } from './app-context.ts';

export function installAudit({ calls, db }: AppContext): void {
  bindAudit(calls, auditLogStore(db));
}
