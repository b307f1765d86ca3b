import * as v from 'valibot';
import { defineCall } from './call.ts';
import { IdempotencyHeadersSchema } from './entities.ts';

export const VoucherRequestSchema = v.object({
  requestId: v.string(),
  /** Start of the year of membership that it belongs to, ISO 8601 UTC. */
  yearStartsAt: v.string(),
  requestedAt: v.string(),
});
export type VoucherRequest = v.InferOutput<typeof VoucherRequestSchema>;

export const MembershipDetailsSchema = v.object({
  /** The granted Pro membership, also where the brand opens Pro content to everybody; null: never had one. */
  membership: v.nullable(
    v.object({
      startsAt: v.string(),
      endsAt: v.string(),
      /** By the server's clock. */
      state: v.picklist(['upcoming', 'active', 'ended']),
    }),
  ),
  /** The exam voucher of the present year of membership; null outside of one. */
  voucher: v.nullable(
    v.object({
      /** When it was requested; null: not yet. */
      requestedAt: v.nullable(v.string()),
      /** From this moment on it can no longer be requested. */
      availableUntil: v.string(),
    }),
  ),
});
export type MembershipDetails = v.InferOutput<typeof MembershipDetailsSchema>;

export const getMembership = defineCall({
  name: 'getMembership',
  method: 'GET',
  path: '/membership/details',
  summary: "The signed-in person's Pro membership, and the state of this year's exam voucher.",
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  reply: MembershipDetailsSchema,
});

export const requestVoucher = defineCall({
  name: 'requestVoucher',
  method: 'POST',
  path: '/membership/voucher-requests',
  summary: 'Requests the exam voucher of the present year of Pro membership; 409 when it was requested already.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  headers: IdempotencyHeadersSchema,
  reply: VoucherRequestSchema,
});
