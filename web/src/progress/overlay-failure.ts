import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { OVERLAY } from '../overlay/pending-store.ts';

const isLost = ({ state }: Query) => state.status === 'error' && state.data === undefined;
const LOST = { queryKey: [OVERLAY], type: 'active', predicate: isLost } as const;

const not = () => false;

/**
 * Whether some of the learner's own state that the screen needs could not be loaded.
 * @returns a function that refetches it; null while nothing is missing
 */
export function useOverlayFailure(): (() => void) | null {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const failed = useSyncExternalStore(subscribe, () => cache.findAll(LOST).length > 0, not);
  const again = useCallback(() => void client.refetchQueries(LOST), [client]);
  return failed ? again : null;
}
