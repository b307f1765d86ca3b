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
} from '@academy/contract/call-routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { refetchReads } from './refetch-reads.ts';

export { exportWebhookDeliveries };

/** What is on its way arrives by itself: it is asked for again this often while the screen is open, ms. */
const AGAIN_MS = 5_000;
const quietly = { quiet: true, loader: false, skipNotFound: true };

/** The webhooks of the chosen academy, and the hosts that the operator allows. */
export function useWebhooks() {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listWebhooks.name, tenantId],
    queryFn: ({ signal }) => call(listWebhooks, {}, { ...quietly, tenantId, signal }),
    refetchInterval: AGAIN_MS,
  });
}

/** One page of what was sent; the one before stays until it is here. */
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

/** Changes webhooks; lists follow. What goes wrong is thrown as `CallError` and shown by whoever asked. */
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
    /** @param key the same key makes it once, however often it is sent: by somebody, or by a browser of its own accord */
    create: (body: CallInput<typeof createWebhook>['body'], key: string) =>
      then(call(createWebhook, { headers: { 'idempotency-key': key }, body }, options)),
    update: (webhookId: string, body: CallInput<typeof updateWebhook>['body']) =>
      then(call(updateWebhook, { params: { webhookId }, body }, options)),
    remove: (webhookId: string) => then(call(deleteWebhook, { params: { webhookId } }, options)),
    ping: (webhookId: string) => then(call(pingWebhook, { params: { webhookId } }, options)),
    replay: (deliveryId: string) => then(call(replayWebhookDelivery, { params: { deliveryId } }, options)),
  };
}
