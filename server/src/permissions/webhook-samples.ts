import { deleteWebhook, pingWebhook, replayWebhookDelivery, updateWebhook } from '@academy/contract/webhooks';
import { webhook, webhookDelivery } from '../db/webhook-tables.ts';
import type { TestApp } from '../testing/start-app.ts';
import type { MakeForeign, Sample } from './permission-records.ts';

/** A host that the academy of these tests may send webhooks to. */
export const WEBHOOK_HOST = 'hooks.example.org';

const INPUT = { description: '', events: ['lesson.completed' as const] };

async function aWebhook(app: TestApp, tenantId: string): Promise<{ webhookId: string }> {
  const url = `https://${WEBHOOK_HOST}/`;
  const [row] = await app.database.db
    .insert(webhook)
    .values({ tenantId, url, ...INPUT, secret: 'whsec_' })
    .returning();
  return { webhookId: row?.webhookId ?? '' };
}

async function aDelivery(app: TestApp, tenantId: string): Promise<{ deliveryId: string }> {
  const { webhookId } = await aWebhook(app, tenantId);
  const given = { webhookId, event: 'ping', eventKey: 'ping', payload: {} };
  const [row] = await app.database.db.insert(webhookDelivery).values(given).returning();
  return { deliveryId: row?.deliveryId ?? '' };
}

/** Inputs of the calls about webhooks with which a permitted principal succeeds. */
export const webhookSamples: Readonly<Record<string, Sample>> = {
  createWebhook: async () => ({ body: { ...INPUT, url: `https://${WEBHOOK_HOST}/new` } }),
  updateWebhook: async (app) => ({ params: await aWebhook(app, 'spring'), body: { ...INPUT, isActive: false } }),
  deleteWebhook: async (app) => ({ params: await aWebhook(app, 'spring') }),
  pingWebhook: async (app) => ({ params: await aWebhook(app, 'spring') }),
  replayWebhookDelivery: async (app) => ({ params: await aDelivery(app, 'spring') }),
};

const MISSING = { webhookId: crypto.randomUUID(), deliveryId: crypto.randomUUID() };

export const foreignWebhooks: Readonly<Record<string, MakeForeign>> = {
  "a change of another academy's webhook": async (app) => {
    const body = { ...INPUT, isActive: false };
    const missing = { params: { webhookId: MISSING.webhookId }, body };
    return { call: updateWebhook, principal: 'admin', foreign: { params: await aWebhook(app, 'kube'), body }, missing };
  },
  "the end of another academy's webhook": async (app) => ({
    call: deleteWebhook,
    principal: 'admin',
    foreign: { params: await aWebhook(app, 'kube') },
    missing: { params: { webhookId: MISSING.webhookId } },
  }),
  "a ping of another academy's webhook": async (app) => ({
    call: pingWebhook,
    principal: 'admin',
    foreign: { params: await aWebhook(app, 'kube') },
    missing: { params: { webhookId: MISSING.webhookId } },
  }),
  "a delivery of another academy's webhook": async (app) => ({
    call: replayWebhookDelivery,
    principal: 'admin',
    foreign: { params: await aDelivery(app, 'kube') },
    missing: { params: { deliveryId: MISSING.deliveryId } },
  }),
};
