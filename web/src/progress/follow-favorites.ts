import type { QueryClient } from '@tanstack/react-query';
import { saveFavorite, setFavoritesClient } from '../api/favorites.ts';
import { FAVORITES, storeFavorite } from '../api/favorites-cache.ts';
import { addToast } from '../lib/toasts.ts';
import { onFavoriteSavedElsewhere } from '../overlay/favorite-tabs.ts';
import { progressTexts } from '../overlay/progress-texts.ts';
import { takeActionOfVisitor } from '../sign-in/action-after-sign-in.ts';
import { addPendingSource } from '../sign-in/pending-actions.ts';
import { currentOwner, sessionStore } from '../sign-in/session.ts';

/** Follows the favorites of other tabs, and adds the one for which a visitor has signed in. */
export function followFavorites(client: QueryClient): void {
  if (!setFavoritesClient(client)) return;
  onFavoriteSavedElsewhere(({ owner, change }) => {
    if (owner === currentOwner()) storeFavorite(client, change);
  });
  const mutations = client.getMutationCache();
  const drop = () => {
    for (const mutation of mutations.findAll({ mutationKey: [FAVORITES] })) mutations.remove(mutation);
  };
  let owner = currentOwner();
  const onSession = () => {
    // What another person pressed must not be sent with this one's token.
    if (owner !== currentOwner()) drop();
    owner = currentOwner();
    if (sessionStore.get().isAuthenticated) addFavoriteOfVisitor();
  };
  sessionStore.subscribe(onSession);
  onSession();
  addPendingSource({
    count: () => client.isMutating({ mutationKey: [FAVORITES] }),
    send: () => allSettled(client),
    drop,
  });
}

function addFavoriteOfVisitor(): void {
  const change = takeActionOfVisitor('favorite');
  if (change === null) return;
  saveFavorite(change).then(
    () => addToast({ type: 'success', message: progressTexts.favoriteAdded }),
    () => undefined,
  );
}

/** Resolves when no change is pending. */
function allSettled(client: QueryClient): Promise<void> {
  const isSettled = () => client.isMutating({ mutationKey: [FAVORITES] }) === 0;
  if (isSettled()) return Promise.resolve();
  return new Promise((settled) => {
    const unsubscribe = client.getMutationCache().subscribe(() => {
      if (!isSettled()) return;
      unsubscribe();
      settled();
    });
  });
}
