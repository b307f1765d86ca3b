import type { CallInput } from '@academy/contract/call';
import {
  createWebhook,
  deleteWebhook,
  exportWebhookDeliveries,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  replayWebhookDelivery,
  updateWebhook,
} from '@academy/contract/call-routes/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

export { exportWebhookDeliveries };

/** Refetch interval while the screen is open, because deliveries arrive by themselves, ms. */
const AGAIN_MS = 5_000;
const quietly = { ...QUIET, loader: false };

/** The webhooks of the chosen academy, and the hosts that the operator allows. */
export function useWebhooks() {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listWebhooks.name, tenantId],
    queryFn: ({ signal }) => call(listWebhooks, {}, { ...quietly, tenantId, signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** One page of deliveries; the previous page is shown until the new one arrives. */
export function useWebhookDeliveries(query: NonNullable<CallInput<typeof listWebhookDeliveries>['query']>) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listWebhookDeliveries.name, tenantId, query],
    queryFn: ({ signal }) => call(listWebhookDeliveries, { query }, { ...quietly, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    refetchInterval: AGAIN_MS,
  });
}

/** Changes webhooks and refetches lists. Errors are thrown as `CallError`; the caller shows them. */
export function useWebhookChanges() {
  const options = { ...quietly, tenantId: useChosenAcademy() };
  const client = useQueryClient();
  async function then<T>(change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      await refetchReads(client, listWebhooks.name, listWebhookDeliveries.name);
    }
  }
  return {
    /** @param key idempotency key: however often it is sent, also by the browser itself, the webhook is created once */
    create: (body: CallInput<typeof createWebhook>['body'], key: string) =>
      then(call(createWebhook, { headers: { 'idempotency-key': key }, body }, options)),
    update: (webhookId: string, body: CallInput<typeof updateWebhook>['body']) =>
      then(call(updateWebhook, { params: { webhookId }, body }, options)),
    remove: (webhookId: string) => then(call(deleteWebhook, { params: { webhookId } }, options)),
    ping: (webhookId: string) => then(call(pingWebhook, { params: { webhookId } }, options)),
    replay: (deliveryId: string) => then(call(replayWebhookDelivery, { params: { deliveryId } }, options)),
  };
}
