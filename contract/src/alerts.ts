import * as v from 'valibot';
import { defineCall } from './call.ts';
import { TenantIdSchema } from './tenants.ts';

/** How urgent an alert is; decides its color and icon. */
export const ALERT_LEVELS = ['info', 'warning', 'success'] as const;
export const AlertLevelSchema = v.picklist(ALERT_LEVELS);
export type AlertLevel = v.InferOutput<typeof AlertLevelSchema>;

/** Who sees an alert. Only a rule of display: the public reply contains the alerts of all audiences. */
export const ALERT_AUDIENCES = ['all', 'signed-in', 'pro'] as const;
export const AlertAudienceSchema = v.picklist(ALERT_AUDIENCES);
export type AlertAudience = v.InferOutput<typeof AlertAudienceSchema>;

/** An alert in the public reply. */
export const PublicAlertSchema = v.object({
  id: v.string(),
  tenantId: TenantIdSchema,
  /** Sanitised HTML, basic formatting only. */
  message: v.string(),
  /** Null: the default text 'click to know more'. */
  actionText: v.nullable(v.string()),
  /** Null: no link. */
  actionUrl: v.nullable(v.string()),
  level: AlertLevelSchema,
  audience: AlertAudienceSchema,
  /** Null: shown at once. */
  from: v.nullable(v.string()),
  /** Null: shown until it is deleted. */
  to: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type PublicAlert = v.InferOutput<typeof PublicAlertSchema>;

export const listPublicAlerts = defineCall({
  name: 'listPublicAlerts',
  method: 'GET',
  path: '/alerts',
  summary:
    'The alerts of an academy that are shown now, newest first, of all audiences: clients show each to its audience.',
  who: 'anyone',
  reach: 'published',
  tenant: true,
  loader: false,
  reply: v.object({ result: v.array(PublicAlertSchema) }),
});
