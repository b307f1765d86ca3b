import * as v from 'valibot';
import { defineCall } from './call.ts';
import { IdempotencyHeadersSchema } from './entities.ts';
import { defineExport } from './exports.ts';
import { inputTexts } from './rules/input-texts.ts';
import { TablePageQuery } from './table-queries.ts';

/** Events that webhooks can receive. */
export const WEBHOOK_EVENTS = [
  'lesson.completed',
  'guide.completed',
  'attempt.submitted',
  'certificate.issued',
  'feedback.received',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Most webhooks of one academy. */
export const MAX_WEBHOOKS = 20;

/** `waiting`: will be sent, or sent again. `delivered`: acknowledged. `failed`: given up. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

const WebhookSchema = v.object({
  webhookId: v.string(),
  url: v.string(),
  description: v.string(),
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  /** False: paused; events during a pause are not sent later. */
  isActive: v.boolean(),
  /** Why the academy paused it itself; null otherwise. */
  problem: v.nullable(v.string()),
  createdAt: v.string(),
  /** Of the last thirty days; each ends at 10,000. */
  counts: v.object({ waiting: v.number(), delivered: v.number(), failed: v.number() }),
});
export type Webhook = v.InferOutput<typeof WebhookSchema>;

const DeliverySchema = v.object({
  deliveryId: v.string(),
  webhookId: v.string(),
  url: v.string(),
  /** One of the events, or `ping`. */
  event: v.string(),
  state: v.picklist(DELIVERY_STATES),
  happenedAt: v.string(),
  attempts: v.number(),
  /** When the next attempt is due; null when there is none. */
  nextAttemptAt: v.nullable(v.string()),
  deliveredAt: v.nullable(v.string()),
  /** HTTP status of the last reply; null when there was none. */
  lastStatus: v.nullable(v.number()),
  lastError: v.nullable(v.string()),
  /** The body that is sent. */
  payload: v.record(v.string(), v.unknown()),
});
export type WebhookDelivery = v.InferOutput<typeof DeliverySchema>;

const WebhookParams = v.strictObject({ webhookId: v.pipe(v.string(), v.uuid()) });
const DeliveryParams = v.strictObject({ deliveryId: v.pipe(v.string(), v.uuid()) });

const changeable = {
  description: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  events: v.pipe(
    v.array(v.picklist(WEBHOOK_EVENTS, () => inputTexts.event)),
    v.minLength(1),
    v.maxLength(WEBHOOK_EVENTS.length),
  ),
};

export const listWebhooks = defineCall({
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks/list',
  summary: 'The webhooks of an academy, and the hosts that the operator allows.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  reply: v.object({ result: v.array(WebhookSchema), hosts: v.array(v.string()) }),
});

export const createWebhook = defineCall({
  name: 'createWebhook',
  method: 'POST',
  path: '/webhooks/create',
  summary: 'Creates a webhook. Its signing secret is returned once, and again only with the same `Idempotency-Key`.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  headers: IdempotencyHeadersSchema,
  body: v.strictObject({
    ...changeable,
    url: v.pipe(v.string(), v.trim(), v.maxLength(1_000), v.url()),
  }),
  reply: v.object({ webhook: WebhookSchema, secret: v.string() }),
});

export const updateWebhook = defineCall({
  name: 'updateWebhook',
  method: 'PUT',
  path: '/webhooks/details/:webhookId',
  summary: 'Changes the events of a webhook, pauses or resumes it.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: WebhookParams,
  body: v.strictObject({ ...changeable, isActive: v.boolean() }),
  reply: WebhookSchema,
});

export const deleteWebhook = defineCall({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/details/:webhookId',
  summary: 'Deletes a webhook with its log.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: WebhookParams,
  reply: v.object({ deleted: v.string() }),
});

export const pingWebhook = defineCall({
  name: 'pingWebhook',
  method: 'POST',
  path: '/webhooks/details/:webhookId/ping',
  summary: 'Sends a `ping`, to test the address.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: WebhookParams,
  reply: v.object({ deliveryId: v.string() }),
});

const DELIVERY_FILTERS = {
  webhookId: v.optional(v.pipe(v.string(), v.uuid())),
  state: v.optional(v.picklist(DELIVERY_STATES)),
};

export const listWebhookDeliveries = defineCall({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/deliveries/list',
  summary: 'Deliveries to the webhooks of an academy in the last thirty days, newest first.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  query: v.strictObject({
    ...DELIVERY_FILTERS,
    ...TablePageQuery,
  }),
  reply: v.object({ result: v.object({ content: v.array(DeliverySchema), totalElements: v.number() }) }),
});

export const replayWebhookDelivery = defineCall({
  name: 'replayWebhookDelivery',
  method: 'POST',
  path: '/webhooks/deliveries/:deliveryId/replay',
  summary: 'Repeats a delivery at once.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: DeliveryParams,
  reply: DeliverySchema,
});

export const exportWebhookDeliveries = defineExport({
  name: 'exportWebhookDeliveries',
  file: 'webhook-deliveries.csv',
  summary: 'Deliveries to the webhooks of an academy in the last thirty days, as a CSV file, newest first.',
  reach: 'academy',
  query: v.strictObject(DELIVERY_FILTERS),
});
