import { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Transport } from './call-options.ts';

const transports = new WeakMap<QueryClient, Transport>();

/** Public data counts as fresh this long, ms; a later navigation shows it and refetches it in the background. */
const FRESH_MS = 60_000;

/**
 * The cache of one page: of one academy and one identity, emptied when the identity changes.
 * @param transport how calls are made on the server; the browser makes them over HTTP
 */
export function createQueryClient(transport?: Transport): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Without a network a call fails and shows that, instead of pausing silently.
        networkMode: 'always',
        // Reads are retried by the client of calls, see retry-reads.ts.
        retry: false,
      },
    },
  });
  if (transport !== undefined) transports.set(client, transport);
  return client;
}

/** How the reads of this cache are made. */
export function transportOf(client: QueryClient): Transport {
  if (!import.meta.env.SSR) return call;
  const transport = transports.get(client);
  if (transport === undefined) throw new Error('A query client on the server needs a transport');
  return transport;
}

/** Key and data of every successful read: what the page carries along. No times, so that pages stay identical. */
export type DehydratedReads = [key: readonly unknown[], data: unknown][];

export function dehydrateReads(client: QueryClient): DehydratedReads {
  return client
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.status === 'success')
    .map((query): DehydratedReads[number] => [query.queryKey, query.state.data])
    .sort(([a], [b]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

export function hydrateReads(client: QueryClient, reads: DehydratedReads): void {
  for (const [key, data] of reads) client.setQueryData(key, data);
}

/** Drops failed reads, so that they are fetched again when their screen is opened. */
export function dropFailedReads(client: QueryClient): void {
  client.removeQueries({ predicate: ({ state }) => state.status === 'error' && state.data === undefined });
}
