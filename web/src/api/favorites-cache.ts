import type { CallReply } from '@academy/contract/call';
import type { listFavorites } from '@academy/contract/call-routes/favorites';
import type { Query, QueryClient } from '@tanstack/react-query';
import { type CachedOverlay, type FavoriteChange, withFavorite } from '../overlay/overlay.ts';
import { OVERLAY } from '../overlay/pending-store.ts';

export type Favorites = CallReply<typeof listFavorites>;

/** First part of the keys of favorites, and the key of their changes. */
export const FAVORITES = 'favorites';

/** Writes the server's state into every overlay and list that shows it. */
export function storeFavorite(client: QueryClient, change: FavoriteChange): void {
  client.setQueriesData<CachedOverlay>({ queryKey: [OVERLAY] }, (overlay) => overlay && withFavorite(overlay, change));
  client.setQueriesData<Favorites>({ queryKey: [FAVORITES] }, (lists) => lists && withoutRemoved(lists, change));
  refetchOutdated(client, change.isFavorite);
}

/** The lists without what a change removes; what it adds comes from the server, which knows its title. */
export function withoutRemoved(lists: Favorites, { kind, id, isFavorite }: FavoriteChange): Favorites {
  if (isFavorite) return lists;
  return {
    courses: kind === 'course' ? lists.courses.filter((one) => one.courseId !== id) : lists.courses,
    lessons: kind === 'lesson' ? lists.lessons.filter((one) => one.lessonId !== id) : lists.lessons,
    guides: kind === 'guide' ? lists.guides.filter((one) => one.lessonId !== id) : lists.guides,
    paths: kind === 'path' ? lists.paths.filter((one) => one.pathId !== id) : lists.paths,
  };
}

/**
 * Repeats requests that were sent before the server knew of a change.
 * @param listChanged also requests the list of favorites
 */
export function refetchOutdated(client: QueryClient, listChanged: boolean): void {
  const isOutdated = ({ state, queryKey: [kind] }: Query) =>
    state.fetchStatus === 'fetching' && (kind === OVERLAY || kind === FAVORITES);
  // Cancelled first: invalidating does not repeat a request whose first reply is still expected.
  for (const { queryKey } of client.getQueryCache().findAll({ predicate: isOutdated }))
    void client
      .cancelQueries({ queryKey, exact: true })
      .then(() => client.invalidateQueries({ queryKey, exact: true }));
  if (listChanged) void client.invalidateQueries({ queryKey: [FAVORITES] });
  // Lists that the server has filtered by favorites change when they are opened again, not while they are on screen.
  void client.invalidateQueries({
    predicate: ({ queryKey }) => isFilteredByFavorite(queryKey[1]),
    refetchType: 'none',
  });
}

const isFilteredByFavorite = (input: unknown): boolean =>
  (input as { query?: { favorite?: unknown } } | undefined)?.query?.favorite !== undefined;
