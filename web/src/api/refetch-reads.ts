import type { QueryClient } from '@tanstack/react-query';

/**
 * Asks anew for the reads of some calls, after something was changed. One that is on its way for the first time may have
 * been answered before the change: it is given up and made once more.
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
