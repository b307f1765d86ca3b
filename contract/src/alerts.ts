import * as v from 'valibot';
import { defineCall } from './call.ts';
import { IdempotencyHeadersSchema } from './entities.ts';
import { TenantIdSchema } from './tenants.ts';

/** How urgent an alert is; its color and icon follow. */
export const ALERT_LEVELS = ['info', 'warning', 'success'] as const;
export const AlertLevelSchema = v.picklist(ALERT_LEVELS);
export type AlertLevel = v.InferOutput<typeof AlertLevelSchema>;

/** Whom an alert is shown to. A rule of display: the public reply carries alerts for everybody. */
export const ALERT_AUDIENCES = ['all', 'signed-in', 'pro'] as const;
export const AlertAudienceSchema = v.picklist(ALERT_AUDIENCES);
export type AlertAudience = v.InferOutput<typeof AlertAudienceSchema>;

/** An alert as visitors get it. */
export const PublicAlertSchema = v.object({
  id: v.string(),
  tenantId: TenantIdSchema,
  /** Sanitised HTML, basic formatting only. */
  message: v.string(),
  /** Null: 'click to know more'. */
  actionText: v.nullable(v.string()),
  /** Null: no link. */
  actionUrl: v.nullable(v.string()),
  level: AlertLevelSchema,
  audience: AlertAudienceSchema,
  /** Null: at once. */
  from: v.nullable(v.string()),
  /** Null: until it is deleted. */
  to: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type PublicAlert = v.InferOutput<typeof PublicAlertSchema>;

export const AlertSchema = v.object({
  ...PublicAlertSchema.entries,
  /** Of who wrote it. */
  firstName: v.string(),
});
export type Alert = v.InferOutput<typeof AlertSchema>;

/** Longest message, in characters as they are sent. */
export const ALERT_MESSAGE_MAX = 2_000;

const MomentSchema = v.pipe(v.string(), v.isoTimestamp('must be a moment such as 2030-01-31T00:00:00Z'));
const optional = <S extends v.GenericSchema<unknown, unknown>>(schema: S) => v.optional(v.nullable(schema), null);

/** What an administrator says of an alert. Where `actionUrl` may lead, and what stays of the HTML, is the server's word. */
export const AlertWishSchema = v.pipe(
  v.strictObject({
    message: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'must not be empty'),
      v.maxLength(ALERT_MESSAGE_MAX, 'must have at most 2,000 characters'),
    ),
    level: AlertLevelSchema,
    actionText: optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'must have at most 100 characters'))),
    actionUrl: optional(v.pipe(v.string(), v.trim(), v.maxLength(2_000, 'must have at most 2,000 characters'))),
    audience: v.optional(AlertAudienceSchema, 'all'),
    from: optional(MomentSchema),
    to: optional(MomentSchema),
    tenantId: v.optional(TenantIdSchema),
  }),
  v.forward(
    v.check(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), 'must be later than from'),
    ['to'],
  ),
);
export type AlertWish = v.InferOutput<typeof AlertWishSchema>;

const AlertParams = v.strictObject({ id: v.pipe(v.string(), v.uuid('is not the id of an alert')) });

export const listPublicAlerts = defineCall({
  name: 'listPublicAlerts',
  method: 'GET',
  path: '/alerts',
  summary: 'The alerts of an academy that are shown now, newest first. Whom each is for is up to whoever shows it.',
  who: 'anyone',
  tenant: true,
  loader: false,
  reply: v.object({ result: v.array(PublicAlertSchema) }),
});

export const listAlerts = defineCall({
  name: 'listAlerts',
  method: 'GET',
  path: '/alerts/list',
  summary: 'All alerts of an academy, past and future ones included, newest first.',
  who: 'admin',
  tenant: true,
  reply: v.object({ result: v.array(AlertSchema) }),
});

export const getAlert = defineCall({
  name: 'getAlert',
  method: 'GET',
  path: '/alerts/:id',
  summary: 'One alert.',
  who: 'admin',
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
  ability: 'alerts:write',
  tenant: true,
  headers: IdempotencyHeadersSchema,
  body: AlertWishSchema,
  reply: AlertSchema,
});

export const updateAlert = defineCall({
  name: 'updateAlert',
  method: 'PUT',
  path: '/alerts/:id',
  summary: 'Replaces what an alert says. Who dismissed it sees it again.',
  who: 'admin',
  ability: 'alerts:write',
  tenant: true,
  params: AlertParams,
  body: AlertWishSchema,
  reply: AlertSchema,
});

export const deleteAlerts = defineCall({
  name: 'deleteAlerts',
  method: 'DELETE',
  path: '/alerts',
  summary: 'Takes alerts away, all of the named ones or none.',
  who: 'admin',
  ability: 'alerts:write',
  tenant: true,
  body: v.strictObject({
    ids: v.pipe(
      v.array(v.pipe(v.string(), v.uuid('is not the id of an alert'))),
      v.minLength(1, 'must name at least one alert'),
      v.maxLength(100, 'must name at most 100 alerts'),
    ),
    tenantId: v.optional(TenantIdSchema),
  }),
  reply: v.object({ deleted: v.array(v.string()) }),
});
