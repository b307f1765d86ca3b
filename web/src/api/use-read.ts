import type { Call, CallInput, CallReply } from '@academy/contract/call';
import { type QueryClient, type QueryFunctionContext, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { CallOptions } from './call-options.ts';
import { transportOf } from './query-client.ts';

/** Key under which the reply of a read is kept. */
export function readKey<C extends Call>(call: C, input: CallInput<C>): readonly [string, CallInput<C>] {
  return [call.name, input];
}

function readOptions<C extends Call>(call: C, input: CallInput<C>, options: CallOptions = {}) {
  return {
    queryKey: readKey(call, input),
    queryFn: ({ client, queryKey, signal }: QueryFunctionContext): Promise<CallReply<C>> => {
      // With cached data this is a background refetch: it neither blocks nor shows errors.
      const background = client.getQueryData(queryKey) !== undefined;
      return transportOf(client)(call, input, {
        signal,
        ...(background ? { quiet: true, loader: false } : {}),
        ...options,
      });
    },
  };
}

/**
 * Reads the reply of a call; waits in the Suspense boundary above until it is there. Prefetch it in the screen's
 * `prefetch`, or the server renders nothing below the boundary.
 */
export function useRead<C extends Call>(call: C, input: CallInput<C>, options?: CallOptions): CallReply<C> {
  return useSuspenseQuery(readOptions(call, input, options)).data as CallReply<C>;
}

/** Loads a read into the cache ahead of its component, without showing errors. @throws CallError */
export async function prefetchRead<C extends Call>(
  client: QueryClient,
  call: C,
  input: CallInput<C>,
  options?: CallOptions,
): Promise<CallReply<C>> {
  const read = readOptions(call, input, { quiet: true, loader: false, ...options });
  try {
    return (await client.ensureQueryData({ ...read, revalidateIfStale: true })) as CallReply<C>;
  } catch (error) {
    // A failed read must not stay in the cache: the screen fetches it again and shows the error.
    client.removeQueries({ queryKey: read.queryKey, exact: true });
    throw error;
  }
}

/** What the cache holds, for `head` and `status`. */
export function cachedRead<C extends Call>(
  client: QueryClient,
  call: C,
  input: CallInput<C>,
): CallReply<C> | undefined {
  return client.getQueryData<CallReply<C>>(readKey(call, input));
}

/** Refetches a read that is on screen, in the background. */
export function useRefetch<C extends Call>(call: C, input: CallInput<C>): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: readKey(call, input), exact: true });
}
