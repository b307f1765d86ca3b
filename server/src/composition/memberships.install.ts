import { bindMemberships } from '../memberships/memberships.routes.ts';
import { membershipsService } from '../memberships/memberships.service.ts';
import { bindMembershipsAdmin } from '../memberships/memberships-admin.routes.ts';
import type { AppContext } from './app-context.ts';

export function installMemberships(context: AppContext): void {
  bindMemberships(context.calls, membershipsService(context));
  bindMembershipsAdmin(context.calls, context.db);
}
