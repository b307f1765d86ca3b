import * as v from 'valibot';
import { defineCall } from './call.ts';
import { defineExport } from './exports.ts';
import { SearchTextSchema, TablePageQuery } from './table-queries.ts';

/** A Pro member's request for an exam voucher, as administrators see it. */
export const RequestedVoucherSchema = v.object({
  requestId: v.string(),
  userId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  login: v.string(),
  /** Start of the year of membership that it belongs to. */
  yearStartsAt: v.string(),
  requestedAt: v.string(),
  /** When an administrator marked the voucher as sent; null: not yet. */
  sentAt: v.nullable(v.string()),
});
export type RequestedVoucher = v.InferOutput<typeof RequestedVoucherSchema>;

const FILTERS = {
  /** Every word must occur in name or address. */
  q: SearchTextSchema,
  state: v.optional(v.picklist(['waiting', 'sent'])),
};

export const listVoucherRequests = defineCall({
  name: 'listVoucherRequests',
  method: 'GET',
  path: '/membership/voucher-requests/list',
  summary: 'Requests for exam vouchers in an academy, newest first.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  query: v.strictObject({ ...FILTERS, ...TablePageQuery }),
  reply: v.object({ result: v.object({ content: v.array(RequestedVoucherSchema), totalElements: v.number() }) }),
});

export const setVoucherSent = defineCall({
  name: 'setVoucherSent',
  method: 'PUT',
  path: '/membership/voucher-requests/details/:requestId',
  summary: 'Marks a voucher as sent or not sent.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: v.strictObject({ requestId: v.pipe(v.string(), v.uuid()) }),
  body: v.strictObject({ sent: v.boolean() }),
  reply: RequestedVoucherSchema,
});

export const exportVoucherRequests = defineExport({
  name: 'exportVoucherRequests',
  file: 'vouchers.csv',
  summary: 'Requests for exam vouchers in an academy, as a CSV file, newest first.',
  reach: 'academy',
  query: v.strictObject(FILTERS),
});
