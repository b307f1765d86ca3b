import type { AppContext } from '../app-context.ts';
import { bindAudit } from './audit.routes.ts';
import { auditLogStore } from './audit-log.store.ts';

export function installAudit({ calls, db }: AppContext): void {
  bindAudit(calls, auditLogStore(db));
}
