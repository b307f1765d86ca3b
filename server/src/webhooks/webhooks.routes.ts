import {
  createWebhook,
  deleteWebhook,
  exportWebhookDeliveries,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  replayWebhookDelivery,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@academy/contract/webhooks';
import type { CallTable } from '../calls/bind.ts';
import { type CsvColumn, csvReply } from '../exports/csv.ts';
import { problemText } from './delivery-problem.ts';
import type { WebhooksService } from './webhooks.service.ts';
import type { DeliveryRow, DeliveryState, WebhookRow } from './webhooks.store.ts';

export function bindWebhooks(calls: CallTable, webhooks: WebhooksService): void {
  const { store } = webhooks;

  calls.bind(listWebhooks, async ({ scope }) => {
    const [rows, counts] = await Promise.all([store.all(scope.tenantId), store.counts(scope.tenantId)]);
    return { result: rows.map((row) => presentWebhook(row, counts.get(row.webhookId))), hosts: [...webhooks.hosts] };
  });

  calls.bind(createWebhook, async ({ scope, body, headers }) => {
    const { webhook, secret } = await webhooks.create(scope, body, headers['idempotency-key']);
    return { webhook: presentWebhook(webhook), secret };
  });

  calls.bind(updateWebhook, async ({ scope, params, body }) => {
    const row = await webhooks.update(scope, params.webhookId, body);
    return presentWebhook(row, (await store.counts(scope.tenantId)).get(row.webhookId));
  });

  calls.bind(deleteWebhook, async ({ scope, params }) => {
    await webhooks.remove(scope, params.webhookId);
    return { deleted: params.webhookId };
  });

  calls.bind(pingWebhook, async ({ scope, params }) => ({ deliveryId: await webhooks.ping(scope, params.webhookId) }));

  calls.bind(listWebhookDeliveries, async ({ scope, query }) => {
    const { rows, total } = await store.deliveries(scope.tenantId, query, query);
    return { result: { content: rows.map(presentDelivery), totalElements: total } };
  });

  calls.bind(exportWebhookDeliveries, async ({ scope, query }) =>
    csvReply('webhook-deliveries', COLUMNS, (after: DeliveryRow | null, max) =>
      store.deliveriesAfter(scope.tenantId, query, after, max),
    ),
  );

  calls.bind(replayWebhookDelivery, async ({ scope, params }) =>
    presentDelivery(await webhooks.replay(scope, params.deliveryId)),
  );
}

const NONE: Record<DeliveryState, number> = { waiting: 0, delivered: 0, failed: 0 };

function presentWebhook(row: WebhookRow, counts = NONE): Webhook {
  const { webhookId, url, description, events, isActive, problem, createdAt } = row;
  return {
    webhookId,
    url,
    description,
    events,
    isActive,
    problem: problemText(problem, null),
    createdAt: createdAt.toISOString(),
    counts,
  };
}

const stateOf = ({ deliveredAt, failedAt }: DeliveryRow): DeliveryState =>
  deliveredAt !== null ? 'delivered' : failedAt !== null ? 'failed' : 'waiting';

function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { deliveryId, webhookId, url, event, attempts, lastStatus, lastError, payload } = row;
  const state = stateOf(row);
  return {
    deliveryId,
    webhookId,
    url,
    event,
    state,
    happenedAt: row.happenedAt.toISOString(),
    attempts,
    nextAttemptAt: state === 'waiting' ? row.nextAttemptAt.toISOString() : null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    lastStatus,
    lastError: problemText(lastError, lastStatus),
    payload: payload as Record<string, unknown>,
  };
}

const COLUMNS: readonly CsvColumn<DeliveryRow>[] = [
  ['Happened', ({ happenedAt }) => happenedAt],
  ['Event', ({ event }) => event],
  ['State', stateOf],
  ['Attempts', ({ attempts }) => attempts],
  ['Delivered', ({ deliveredAt }) => deliveredAt],
  ['Answer', ({ lastStatus }) => lastStatus],
  ['Error', ({ lastError, lastStatus }) => problemText(lastError, lastStatus)],
  ['Address', ({ url }) => url],
  ['Message', ({ payload }) => JSON.stringify(payload)],
  ['Id', ({ deliveryId }) => deliveryId],
];
