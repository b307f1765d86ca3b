import type { PublicAlert } from '@academy/contract/alerts';
import { listPublicAlerts } from '@academy/contract/call-routes/alerts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createStore } from '../lib/store.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { prefetchRead, readKey } from './use-read.ts';

/** An open page shows new alerts within this time, ms. */
const ASK_AGAIN_MS = 300_000;

/** Key of the alerts that everybody sees. */
export const PUBLIC_ALERTS = readKey(listPublicAlerts, {});

export const prefetchAlerts = (client: QueryClient) => prefetchRead(client, listPublicAlerts, {});

/** The academy's present public alerts, newest first; undefined until they are loaded. Errors are not shown. */
export function useAlerts(): readonly PublicAlert[] | undefined {
  const { data } = useQuery({
    queryKey: PUBLIC_ALERTS,
    queryFn: ({ signal }) => call(listPublicAlerts, {}, { ...QUIET, signal }),
    refetchInterval: ASK_AGAIN_MS,
  });
  return data?.result;
}

/** Incremented when alerts were changed in this tab and the new ones have been refetched. */
export const ownAlertChanges = createStore(0);
