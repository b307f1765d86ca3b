import * as v from 'valibot';
import { defineCall } from './call.ts';
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

export const listPublicAlerts = defineCall({
  name: 'listPublicAlerts',
  method: 'GET',
  path: '/alerts',
  summary: 'The alerts of an academy that are shown now, newest first. Whom each is for is up to whoever shows it.',
  who: 'anyone',
  reach: 'published',
  tenant: true,
  loader: false,
  reply: v.object({ result: v.array(PublicAlertSchema) }),
});
