import type { PublicAlert } from '@academy/contract/alerts';
import { listPublicAlerts } from '@academy/contract/call-routes';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createStore } from '../lib/store.ts';
import { call } from './call.ts';
import { prefetchRead, readKey } from './use-read.ts';

/** Who leaves a page open hears of new alerts within this time, ms. */
const ASK_AGAIN_MS = 300_000;

/** Key of the alerts that everybody sees. */
export const PUBLIC_ALERTS = readKey(listPublicAlerts, {});

export const prefetchAlerts = (client: QueryClient) => prefetchRead(client, listPublicAlerts, {});

/** The academy's present alerts for everybody, newest first; undefined while they are not here. It never complains. */
export function useAlerts(): readonly PublicAlert[] | undefined {
  const { data } = useQuery({
    queryKey: PUBLIC_ALERTS,
    queryFn: ({ signal }) => call(listPublicAlerts, {}, { quiet: true, skipNotFound: true, signal }),
    refetchInterval: ASK_AGAIN_MS,
  });
  return data?.result;
}

/** Grows when who sits here has changed alerts and the new ones have come. */
export const ownAlertChanges = createStore(0);
