import type { CallReply } from '@academy/contract/call';
import { listFavorites, setFavorite as setFavoriteCall } from '@academy/contract/call-routes';
import {
  MutationObserver,
  mutationOptions,
  type Query,
  type QueryClient,
  useMutationState,
  useQuery,
} from '@tanstack/react-query';
import { pageRuntime, useTenant } from '../lib/runtime.tsx';
import { session } from '../lib/storage.ts';
import { addToast } from '../lib/toasts.ts';
import { navigate } from '../navigation/location.tsx';
import { urls } from '../navigation/urls.ts';
import { type FavoriteChange, type FavoriteSubject, type OverlayReply, withFavorite } from '../progress/overlay.ts';
import { OVERLAY } from '../progress/pending-store.ts';
import { rememberOrigin } from '../sign-in/origin-address.ts';
import { addPendingSource } from '../sign-in/pending-actions.ts';
import { sessionStore, useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { favoriteFailure } from './favorite-failure.ts';

export type Favorites = CallReply<typeof listFavorites>;

export const FAVORITES = 'favorites';
/** A change that the server has not answered by then is undone, ms. */
const LONGEST_MS = 20_000;

/** The learner's favorites, the newest first; null while nobody is signed in or they are being loaded. */
export function useFavorites(): { favorites: Favorites | null; failed: boolean; retry: () => void } {
  const { isAuthenticated, userId } = useSession();
  const { tenantId } = useTenant();
  const pending = usePendingFavorites();
  const { data, isError, refetch } = useQuery({
    queryKey: [FAVORITES, tenantId, userId],
    queryFn: ({ signal }) => call(listFavorites, {}, { quiet: true, skipNotFound: true, signal }),
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

/** Whose favorites: of which academy and person. */
const currentOwner = (): string => `${pageRuntime().tenant.tenantId} ${sessionStore.get().userId}`;

interface FavoriteVariables extends FavoriteChange {
  owner: string;
}

/** Told to the other tabs of this browser: a change that the server has saved. */
interface SavedFavorite {
  owner: string;
  change: FavoriteChange & { favoriteCount: number };
}

let queryClient: QueryClient | null = null;
let channel: BroadcastChannel | null = null;

/**
 * Adds something to the favorites or removes it. Every screen shows the change while it is pending (see
 * `usePendingFavorites`), so a failed one undoes itself. A visitor is led to sign in, and gets the favorite afterwards.
 */
export function setFavorite({ kind, id }: FavoriteSubject, isFavorite: boolean): void {
  const change = { kind, id, isFavorite };
  if (sessionStore.get().status === 'signed-out') keepUntilSignedIn(change);
  // `onError` shows a failure.
  else save(change).catch(() => undefined);
}

async function save(change: FavoriteChange): Promise<void> {
  if (queryClient === null) return;
  const observer = new MutationObserver(queryClient, favoriteMutation);
  // Lets go of the mutation afterwards, or the cache would keep it as long as the page lives.
  await observer.mutate({ ...change, owner: currentOwner() }).finally(() => observer.reset());
}

const favoriteMutation = mutationOptions({
  mutationKey: [FAVORITES],
  // One after the other, so that the server's numbers arrive in the order in which they were true.
  scope: { id: FAVORITES },
  // Without a network a change fails and says so, rather than pausing.
  networkMode: 'always',
  mutationFn: ({ kind, id, isFavorite }: FavoriteVariables) => {
    const body = { id, likeableType: kind, operationType: isFavorite ? 'save' : 'remove' } as const;
    // A short timeout, because later changes queue behind this one.
    return call(setFavoriteCall, { body }, { quiet: true, skipNotFound: true, timeout: LONGEST_MS });
  },
  onSuccess: (reply, { kind, id, owner }, _result, { client }) => {
    if (owner !== currentOwner()) return;
    const change = { kind, id, ...reply };
    storeSaved(client, change);
    channel?.postMessage({ owner, change } satisfies SavedFavorite);
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

/** Writes the server's state into every overlay and list that shows it. */
function storeSaved(client: QueryClient, change: FavoriteChange): void {
  client.setQueriesData<OverlayReply>({ queryKey: [OVERLAY] }, (overlay) => overlay && withFavorite(overlay, change));
  client.setQueriesData<Favorites>({ queryKey: [FAVORITES] }, (lists) => lists && withoutRemoved(lists, change));
  refetchOutdated(client, change.isFavorite);
}

/** The lists without what a change removes; what it adds comes from the server, which knows its title. */
function withoutRemoved(lists: Favorites, { kind, id, isFavorite }: FavoriteChange): Favorites {
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
function refetchOutdated(client: QueryClient, listChanged: boolean): void {
  const isOutdated = ({ state, queryKey: [kind] }: Query) =>
    state.fetchStatus === 'fetching' && (kind === OVERLAY || kind === FAVORITES);
  // Cancelled first: invalidating does not repeat a request whose first reply is still expected.
  for (const { queryKey } of client.getQueryCache().findAll({ predicate: isOutdated }))
    void client
      .cancelQueries({ queryKey, exact: true })
      .then(() => client.invalidateQueries({ queryKey, exact: true }));
  if (listChanged) void client.invalidateQueries({ queryKey: [FAVORITES] });
  // Lists that the server has filtered by favorites change when they are opened again, not while somebody reads them.
  void client.invalidateQueries({
    predicate: ({ queryKey }) => isFilteredByFavorite(queryKey[1]),
    refetchType: 'none',
  });
}

const isFilteredByFavorite = (input: unknown): boolean =>
  (input as { query?: { favorite?: unknown } } | undefined)?.query?.favorite !== undefined;

const KEPT = 'signInFavorite';
/** A visitor who signs in later than this no longer expects the favorite, ms. */
const KEPT_FOR_MS = 30 * 60_000;

function keepUntilSignedIn(change: FavoriteChange): void {
  session.set(KEPT, JSON.stringify({ change, at: Date.now() }));
  rememberOrigin();
  navigate(urls.auth());
}

/** The favorite that was added before signing in, in this tab. */
function takeKept(): FavoriteChange | null {
  const kept = session.get(KEPT);
  session.remove(KEPT);
  try {
    const { change, at } = JSON.parse(kept ?? '') as { change: FavoriteChange; at: number };
    return Date.now() - at < KEPT_FOR_MS ? change : null;
  } catch {
    return null;
  }
}

/** Follows the favorites of other tabs, and adds the one for which a visitor has signed in. */
export function followFavorites(client: QueryClient): void {
  const isFirst = queryClient === null;
  queryClient = client;
  if (!isFirst) return;
  if ('BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel(FAVORITES);
    channel.addEventListener('message', ({ data: { owner, change } }: MessageEvent<SavedFavorite>) => {
      if (owner === currentOwner()) storeSaved(client, change);
    });
  }
  const mutations = client.getMutationCache();
  const drop = () => {
    for (const mutation of mutations.findAll({ mutationKey: [FAVORITES] })) mutations.remove(mutation);
  };
  let owner = currentOwner();
  const onSession = () => {
    // What another person pressed must not be sent with this one's token.
    if (owner !== currentOwner()) drop();
    owner = currentOwner();
    const change = sessionStore.get().isAuthenticated ? takeKept() : null;
    if (change === null) return;
    save(change).then(
      () => addToast({ type: 'success', message: 'Added to your favorites.' }),
      () => undefined,
    );
  };
  sessionStore.subscribe(onSession);
  onSession();
  addPendingSource({
    count: () => client.isMutating({ mutationKey: [FAVORITES] }),
    send: () => allSettled(client),
    drop,
  });
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
