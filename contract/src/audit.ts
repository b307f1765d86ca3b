import * as v from 'valibot';
import { defineCall } from './call.ts';
import { defineExport } from './exports.ts';
import { inputTexts } from './rules/input-texts.ts';
import { PeriodQuery, SearchTextSchema, TablePageQuery } from './table-queries.ts';

/** A recorded change of rights, addresses, settings or content. */
export const AuditEventSchema = v.object({
  eventId: v.string(),
  at: v.string(),
  /** Null for what concerns the whole installation. */
  tenantId: v.nullable(v.string()),
  /** Null for the command line and for the server itself. */
  actorId: v.nullable(v.string()),
  actorName: v.string(),
  /** Network address of the request; null where there is none. */
  address: v.nullable(v.string()),
  /** `person.make-admin`, `token.create` ... */
  action: v.string(),
  targetKind: v.string(),
  targetId: v.string(),
  /** Values before and after, and other explanations; never secrets. */
  details: v.record(v.string(), v.unknown()),
  /** Correlation id of the request, for the server's log. */
  correlationId: v.nullable(v.string()),
});
export type AuditEvent = v.InferOutput<typeof AuditEventSchema>;

/** Filters of the audit log. */
const AUDIT_FILTERS = {
  /** Every word must occur in actor, action, target, address or details, in any letter case. */
  q: SearchTextSchema,
  /** `alert` selects `alert.create` and `alert.delete`. */
  about: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z-]{1,40}$/, () => inputTexts.kind),
    ),
  ),
  /** Id of a target: all entries about it. */
  target: v.optional(v.pipe(v.string(), v.maxLength(200))),
  ...PeriodQuery,
};

export const listAuditEvents = defineCall({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/admin/audit',
  summary: 'The audit log of one academy and of the installation, newest first.',
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
      /** Kinds of things that have entries. */
      kinds: v.array(v.string()),
    }),
  }),
});

export const exportAuditEvents = defineExport({
  name: 'exportAuditEvents',
  file: 'audit.csv',
  summary: 'The audit log as a CSV file, newest first.',
  reach: 'academy',
  query: v.strictObject(AUDIT_FILTERS),
});
