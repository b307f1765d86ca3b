import type { AppContext } from '../app-context.ts';
import { bindMemberships } from './memberships.routes.ts';
import { membershipsService } from './memberships.service.ts';
import { bindVoucherRequests } from './voucher-requests.routes.ts';

export function installMemberships(context: AppContext): void {
  bindMemberships(context.calls, membershipsService(context));
  bindVoucherRequests(context.calls, context.db);
}
