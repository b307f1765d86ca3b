import type { Call } from '@academy/contract/call';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListFilters } from '../list-views/list-filters.ts';
import { inputOf, type Listing } from './list-reads.ts';
import { readKey } from './use-read.ts';

/** A reply younger than this was fetched for the present filters, ms. */
const JUST_ASKED_MS = 500;

/**
 * Favorites and progress change the reply for a learner's own filters, so a cached reply is shown and refetched.
 * @param isOwn whether the filters are the learner's own, and the server was asked
 */
export function useListRefetch<Item, C extends Call>(
  { call }: Listing<Item, C>,
  filters: ListFilters,
  isOwn: boolean,
): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOwn) return;
    const queryKey = readKey(call, inputOf<C>(filters));
    const { dataUpdatedAt = 0, isInvalidated = false } = client.getQueryState(queryKey) ?? {};
    if (isInvalidated || Date.now() - dataUpdatedAt > JUST_ASKED_MS)
      void client.invalidateQueries({ queryKey, exact: true });
  }, [client, call, filters, isOwn]);
}
