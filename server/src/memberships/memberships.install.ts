import type { AppContext } from '../app-context.ts';
import { bindMemberships } from './memberships.routes.ts';
import { membershipsService } from './memberships.service.ts';
import { bindMembershipsAdmin } from './memberships-admin.routes.ts';

export function installMemberships(context: AppContext): void {
  bindMemberships(context.calls, membershipsService(context));
  bindMembershipsAdmin(context.calls, context.db);
}
