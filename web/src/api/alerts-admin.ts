import type { Alert, AlertInput } from '@academy/contract/alerts-admin';
import {
  createAlert,
  deleteAlerts,
  exportAlerts,
  getAlert,
  listAlerts,
  previewAlert,
  restoreAlerts,
  updateAlert,
} from '@academy/contract/call-routes/alerts-admin';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { createStore, useStore } from '../lib/store.ts';
import { ownAlertChanges, PUBLIC_ALERTS } from './alerts.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

export type { AlertAudience, AlertLevel } from '@academy/contract/alerts';
export type { Alert } from '@academy/contract/alerts-admin';
export { exportAlerts };

/** All alerts of an academy, past and future ones included; refetched whenever they are shown. */
export function useAlertsOf(tenantId: string) {
  return useQuery({
    queryKey: [listAlerts.name, tenantId],
    queryFn: ({ signal }) => call(listAlerts, {}, { ...QUIET, tenantId, signal }),
    select: ({ result }) => result,
    staleTime: 0,
  });
}

/** One alert, fetched when its screen is opened. */
export function useAlert(tenantId: string, id: string) {
  return useQuery({
    queryKey: [getAlert.name, tenantId, id],
    queryFn: ({ signal }) => call(getAlert, { params: { id } }, { ...QUIET, tenantId, signal }),
    staleTime: 0,
  });
}

/** How the academy renders a message and its link; the previous preview is shown until the new one arrives. */
export function useAlertPreview(tenantId: string, message: string, actionUrl: string) {
  return useQuery({
    queryKey: [previewAlert.name, message, actionUrl],
    queryFn: ({ signal }) => call(previewAlert, { body: { message, actionUrl } }, { ...QUIET, tenantId, signal }),
    enabled: message.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

/** Whether the last change of this tab has succeeded: reset before each, set after it. */
interface AlertFlags {
  isCreated: boolean;
  isUpdated: boolean;
}
const RESET: AlertFlags = { isCreated: false, isUpdated: false };
const flags = createStore(RESET);
export const useAlertFlags = (): AlertFlags => useStore(flags);
export const resetAlertFlags = (): void => flags.set(RESET);

/** The fields of an alert except its academy. */
export type AlertWords = Omit<AlertInput, 'tenantId'>;

/** Changes alerts and refetches lists and the alert bar. @throws CallError; the caller shows it */
export function useAlertChanges() {
  const client = useQueryClient();
  async function refetch(): Promise<void> {
    await Promise.all([
      refetchReads(client, listAlerts.name, getAlert.name),
      client.invalidateQueries({ queryKey: PUBLIC_ALERTS }),
    ]);
    ownAlertChanges.set((count) => count + 1);
  }
  return {
    /** Creates the alert in each of the academies. @param key idempotency key: a retry with the same key creates nothing twice */
    async create(tenantIds: readonly string[], words: AlertWords, key: string): Promise<void> {
      resetAlertFlags();
      try {
        for (const tenantId of tenantIds)
          await call(
            createAlert,
            { headers: { 'idempotency-key': key }, body: words },
            { ...QUIET, loader: true, tenantId },
          );
        flags.set({ isCreated: true, isUpdated: false });
      } finally {
        await refetch();
      }
    },
    /** @throws CallError 409 when another administrator changed it since `expectedUpdatedAt`, 404 when it was deleted */
    async update({ id, tenantId }: Pick<Alert, 'id' | 'tenantId'>, words: AlertWords, expectedUpdatedAt: string) {
      resetAlertFlags();
      const input = { params: { id }, body: { ...words, expectedUpdatedAt } };
      await call(updateAlert, input, { ...QUIET, tenantId });
      flags.set({ isCreated: false, isUpdated: true });
      await refetch();
    },
    /** All of them or none. */
    async remove(tenantId: string, ids: readonly string[]): Promise<void> {
      try {
        await call(deleteAlerts, { body: { ids: [...ids] } }, { ...QUIET, tenantId });
      } finally {
        await refetch();
      }
    },
    /** Undoes `remove`. */
    async restore(tenantId: string, ids: readonly string[]): Promise<void> {
      try {
        await call(restoreAlerts, { body: { ids: [...ids] } }, { ...QUIET, tenantId });
      } finally {
        await refetch();
      }
    },
    /** The alert as it is at the server now. */
    fresh: (tenantId: string, id: string): Promise<Alert> => call(getAlert, { params: { id } }, { ...QUIET, tenantId }),
  };
}
