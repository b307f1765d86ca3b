import type { QueryClient } from '@tanstack/react-query';

/**
 * Refetches the reads of some calls after a change. A first request that is still pending may have been answered before
 * the change, so it is cancelled and sent again.
 *
 * @param names what their keys begin with. Not for reads that a screen waits for (`useRead`)
 */
export async function refetchReads(client: QueryClient, ...names: string[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      await client.cancelQueries({ queryKey: [name], predicate: ({ state }) => state.data === undefined });
      await client.invalidateQueries({ queryKey: [name] });
    }),
  );
}
