import { getMembership, requestVoucher } from '@academy/contract/memberships';
import { auditActorOf } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { MembershipsService } from './memberships.service.ts';

export function bindMemberships(calls: CallTable, memberships: MembershipsService): void {
  calls.bind(getMembership, ({ scope }) => memberships.details(scope));

  calls.bind(requestVoucher, ({ scope, headers }) =>
    memberships.requestVoucher(scope, auditActorOf(scope), headers['idempotency-key']),
  );
}
