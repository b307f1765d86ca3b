import * as v from 'valibot';
import { AlertAudienceSchema, AlertLevelSchema, PublicAlertSchema } from './alerts.ts';
import { defineCall } from './call.ts';
import { IdempotencyHeadersSchema, MomentSchema } from './entities.ts';
import { defineExport } from './exports.ts';
import { inputTexts } from './rules/input-texts.ts';
import { SearchTextSchema } from './table-queries.ts';
import { TenantIdSchema } from './tenants.ts';

export const AlertSchema = v.object({
  ...PublicAlertSchema.entries,
  /** First name of the author. */
  firstName: v.string(),
  /** The message as it was written: Markdown, or HTML for alerts from before the change to Markdown. */
  source: v.string(),
});
export type Alert = v.InferOutput<typeof AlertSchema>;

/** Longest message, in characters as written. */
export const ALERT_MESSAGE_MAX = 2_000;

const optional = <S extends v.GenericSchema<unknown, unknown>>(schema: S) => v.optional(v.nullable(schema), null);

/** The text of an alert. The server decides which links are allowed and which formatting is kept. */
const AlertTextSchema = v.strictObject({
  /** Markdown with basic formatting; basic HTML is allowed. */
  message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(ALERT_MESSAGE_MAX)),
  actionUrl: optional(v.pipe(v.string(), v.trim(), v.maxLength(2_000))),
  tenantId: v.optional(TenantIdSchema),
});
const AlertBaseSchema = v.strictObject({
  ...AlertTextSchema.entries,
  level: AlertLevelSchema,
  actionText: optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  audience: v.optional(AlertAudienceSchema, 'all'),
  from: optional(MomentSchema),
  to: optional(MomentSchema),
});

const endsLater = (from: string | null, to: string | null) => !from || !to || Date.parse(from) < Date.parse(to);

/** The fields of an alert that an administrator sets. */
export const AlertInputSchema = v.pipe(
  AlertBaseSchema,
  v.forward(
    v.check(
      ({ from, to }) => endsLater(from, to),
      () => inputTexts.laterThanFrom,
    ),
    ['to'],
  ),
);
export type AlertInput = v.InferOutput<typeof AlertInputSchema>;

/** A change of an alert. */
export const AlertChangeSchema = v.pipe(
  v.strictObject({
    ...AlertBaseSchema.entries,
    /** `updatedAt` of the version that was edited: when the alert was changed since, the call is refused with 409. */
    expectedUpdatedAt: v.optional(MomentSchema),
  }),
  v.forward(
    v.check(
      ({ from, to }) => endsLater(from, to),
      () => inputTexts.laterThanFrom,
    ),
    ['to'],
  ),
);

const AlertIdsSchema = v.strictObject({
  ids: v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.minLength(1), v.maxLength(100)),
  tenantId: v.optional(TenantIdSchema),
});

const AlertParams = v.strictObject({ id: v.pipe(v.string(), v.uuid()) });

export const listAlerts = defineCall({
  name: 'listAlerts',
  method: 'GET',
  path: '/alerts/list',
  summary: 'All alerts of an academy, past and future ones included, newest first.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  reply: v.object({ result: v.array(AlertSchema) }),
});

export const getAlert = defineCall({
  name: 'getAlert',
  method: 'GET',
  path: '/alerts/:id',
  summary: 'One alert.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: AlertParams,
  reply: AlertSchema,
});

export const createAlert = defineCall({
  name: 'createAlert',
  method: 'POST',
  path: '/alerts/create',
  summary: 'Shows an alert on the pages of an academy, at once or from a moment on.',
  who: 'admin',
  reach: 'academy',
  ability: 'alerts:write',
  tenant: true,
  headers: IdempotencyHeadersSchema,
  body: AlertInputSchema,
  reply: AlertSchema,
});

export const updateAlert = defineCall({
  name: 'updateAlert',
  method: 'PUT',
  path: '/alerts/:id',
  summary: 'Replaces an alert; 409 when it was changed since. People who dismissed it see it again.',
  who: 'admin',
  reach: 'academy',
  ability: 'alerts:write',
  tenant: true,
  params: AlertParams,
  body: AlertChangeSchema,
  reply: AlertSchema,
});

export const deleteAlerts = defineCall({
  name: 'deleteAlerts',
  method: 'DELETE',
  path: '/alerts',
  summary: 'Deletes alerts, all of the named ones or none.',
  who: 'admin',
  reach: 'academy',
  ability: 'alerts:write',
  tenant: true,
  body: AlertIdsSchema,
  reply: v.object({ deleted: v.array(v.string()) }),
});

/** Hours within which a deleted alert can be restored. */
export const ALERT_RESTORE_HOURS = 24;

export const restoreAlerts = defineCall({
  name: 'restoreAlerts',
  method: 'POST',
  path: '/alerts/restore',
  summary: 'Restores alerts that were deleted within the last 24 hours: all of the named ones or none.',
  who: 'admin',
  reach: 'academy',
  ability: 'alerts:write',
  tenant: true,
  body: AlertIdsSchema,
  reply: v.object({ restored: v.array(v.string()) }),
});

export const previewAlert = defineCall({
  name: 'previewAlert',
  method: 'POST',
  path: '/alerts/preview',
  summary: 'Renders a message and its link as the academy would show them; stores nothing.',
  who: 'admin',
  reach: 'nothing',
  tenant: true,
  changes: false,
  loader: false,
  body: AlertTextSchema,
  reply: v.object({ message: v.string(), actionUrl: v.nullable(v.string()) }),
});

export const exportAlerts = defineExport({
  name: 'exportAlerts',
  file: 'alerts.csv',
  summary: 'Alerts of an academy as a CSV file, newest first.',
  reach: 'academy',
  /** `q` occurs in one of the searched fields. */
  query: v.strictObject({ q: SearchTextSchema }),
});
