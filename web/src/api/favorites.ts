import { listFavorites, setFavorite as setFavoriteCall } from '@academy/contract/call-routes/favorites';
import { MutationObserver, mutationOptions, type QueryClient, useMutationState, useQuery } from '@tanstack/react-query';
import { useTenant } from '../lib/runtime.tsx';
import { addToast } from '../lib/toasts.ts';
import { notifyFavoriteSaved } from '../overlay/favorite-tabs.ts';
import type { FavoriteChange, FavoriteSubject } from '../overlay/overlay.ts';
import { signInFor } from '../sign-in/action-after-sign-in.ts';
import { currentOwner, sessionStore, useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { favoriteFailure } from './favorite-failure.ts';
import { FAVORITES, type Favorites, refetchOutdated, storeFavorite, withoutRemoved } from './favorites-cache.ts';

/** A change that the server has not answered by then is undone, ms. */
const MAX_MS = 20_000;

/** The learner's favorites, the newest first; null while nobody is signed in or they are being loaded. */
export function useFavorites(): { favorites: Favorites | null; failed: boolean; retry: () => void } {
  const { isAuthenticated, userId } = useSession();
  const { tenantId } = useTenant();
  const pending = usePendingFavorites();
  const { data, isError, refetch } = useQuery({
    queryKey: [FAVORITES, tenantId, userId],
    queryFn: ({ signal }) => call(listFavorites, {}, { ...QUIET, signal }),
    enabled: isAuthenticated,
    staleTime: 15_000,
  });
  const favorites = isAuthenticated && data !== undefined ? pending.reduce(withoutRemoved, data) : null;
  return { favorites, failed: isError, retry: () => void refetch() };
}

/** Changes of favorites that the server has not answered yet, in the order in which they were made. */
export const usePendingFavorites = (): FavoriteChange[] =>
  useMutationState({
    filters: { mutationKey: [FAVORITES], status: 'pending' },
    select: ({ state }) => state.variables as FavoriteVariables,
  });

interface FavoriteVariables extends FavoriteChange {
  owner: string;
}

let queryClient: QueryClient | null = null;

/** Sets the cache in which `setFavorite` shows its changes. @returns whether it is the page's first one */
export function setFavoritesClient(client: QueryClient): boolean {
  const isFirst = queryClient === null;
  queryClient = client;
  return isFirst;
}

/**
 * Adds something to the favorites or removes it. Every screen shows the change while it is pending (see
 * `usePendingFavorites`), so a failed one undoes itself. A visitor is led to sign in, and gets the favorite afterwards.
 */
export function setFavorite({ kind, id }: FavoriteSubject, isFavorite: boolean): void {
  const change = { kind, id, isFavorite };
  if (sessionStore.get().status === 'signed-out') signInFor('favorite', change);
  // `onError` shows a failure.
  else saveFavorite(change).catch(() => undefined);
}

/** Sends a change of the signed-in learner. @throws CallError, after `onError` has shown it */
export async function saveFavorite(change: FavoriteChange): Promise<void> {
  if (queryClient === null) return;
  const observer = new MutationObserver(queryClient, favoriteMutation);
  // Drops the mutation afterwards: an observed one would stay in the cache for as long as the page lives.
  await observer.mutate({ ...change, owner: currentOwner() }).finally(() => observer.reset());
}

const favoriteMutation = mutationOptions({
  mutationKey: [FAVORITES],
  // One after the other, so that the server's numbers arrive in the order in which they were true.
  scope: { id: FAVORITES },
  // Without a network a change fails with a message instead of pausing.
  networkMode: 'always',
  mutationFn: ({ kind, id, isFavorite }: FavoriteVariables) => {
    const body = { id, likeableType: kind, operationType: isFavorite ? 'save' : 'remove' } as const;
    // A short timeout, because later changes queue behind this one.
    return call(setFavoriteCall, { body }, { ...QUIET, timeout: MAX_MS });
  },
  onSuccess: (reply, { kind, id, owner }, _result, { client }) => {
    if (owner !== currentOwner()) return;
    const change = { kind, id, ...reply };
    storeFavorite(client, change);
    notifyFavoriteSaved({ owner, change });
  },
  onError: (error, { kind, id, isFavorite, owner }, _result, { client }) => {
    if (owner !== currentOwner() || hasNewer(client, { kind, id })) return;
    // An answer that got lost may have been a success.
    refetchOutdated(client, true);
    const failure = favoriteFailure(kind, isFavorite, error);
    if (failure !== null) addToast(failure);
  },
});

/** Whether the same thing has been pressed again: then only the last press is reported. */
const hasNewer = (client: QueryClient, { kind, id }: FavoriteSubject): boolean =>
  client.isMutating({
    mutationKey: [FAVORITES],
    predicate: ({ state }) => {
      const other = state.variables as FavoriteVariables | undefined;
      return other?.kind === kind && other.id === id;
    },
  }) > 1;
