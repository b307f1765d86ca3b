import * as v from 'valibot';
import { defineCall } from './call.ts';
import { defineExport } from './exports.ts';
import { PeriodQuery, SearchTextSchema, TablePageQuery } from './table-queries.ts';

/** Something that was done about rights, addresses, settings or content. */
export const AuditEventSchema = v.object({
  eventId: v.string(),
  at: v.string(),
  /** Null for what concerns the whole installation. */
  tenantId: v.nullable(v.string()),
  /** Null for the command line and for the server itself. */
  actorId: v.nullable(v.string()),
  actorName: v.string(),
  /** Network address that it was done from; null where there is none. */
  address: v.nullable(v.string()),
  /** `person.make-admin`, `token.create` ... */
  action: v.string(),
  targetKind: v.string(),
  targetId: v.string(),
  /** What was before and after, and what else explains it; never secrets. */
  details: v.record(v.string(), v.unknown()),
  /** Of the request, for the server's log. */
  correlationId: v.nullable(v.string()),
});
export type AuditEvent = v.InferOutput<typeof AuditEventSchema>;

/** What the audit is narrowed down by. */
const AUDIT_FILTERS = {
  /** Every word is part of actor, action, target, address or details, in any letter case. */
  q: SearchTextSchema,
  /** `alert` shows `alert.create` and `alert.delete`. */
  about: v.optional(v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/, 'is no kind of thing'))),
  /** All of the target's, by its id. */
  target: v.optional(v.pipe(v.string(), v.maxLength(200))),
  ...PeriodQuery,
};

export const listAuditEvents = defineCall({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/admin/audit',
  summary: 'Who did what, of one academy and the whole installation, newest first.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  query: v.strictObject({
    ...AUDIT_FILTERS,
    sortDir: v.optional(v.picklist(['asc', 'desc']), 'desc'),
    ...TablePageQuery,
  }),
  reply: v.object({
    result: v.object({
      content: v.array(AuditEventSchema),
      totalElements: v.number(),
      /** Kinds of things that there is something about. */
      kinds: v.array(v.string()),
    }),
  }),
});

export const exportAuditEvents = defineExport({
  name: 'exportAuditEvents',
  file: 'audit.csv',
  summary: 'The audit as a CSV file, newest first.',
  reach: 'academy',
  query: v.strictObject(AUDIT_FILTERS),
});
