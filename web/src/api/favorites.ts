import type { CallReply } from '@academy/contract/call';
import { listFavorites, setFavorite as setFavoriteCall } from '@academy/contract/call-routes';
import type { LikeableType } from '@academy/contract/favorites';
import { type Query, type QueryClient, useQuery } from '@tanstack/react-query';
import { pageRuntime, useTenant } from '../lib/runtime.tsx';
import { session } from '../lib/storage.ts';
import { addToast } from '../lib/toasts.ts';
import { navigate } from '../navigation/location.tsx';
import { urls } from '../navigation/urls.ts';
import { type HeartChange, type OverlayQuery, type OverlayReply, withHeart } from '../progress/overlay.ts';
import { OVERLAY } from '../progress/pending-store.ts';
import { rememberOrigin } from '../sign-in/origin-address.ts';
import { addPendingSource } from '../sign-in/pending-actions.ts';
import { sessionStore, useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { favoriteFailure } from './favorite-failure.ts';

export type Favorites = CallReply<typeof listFavorites>;

export const FAVORITES = 'favorites';
/** A heart that the server has not answered by then is taken back, ms. */
const LONGEST_MS = 20_000;

/** What the learner marked with the heart, the newest first; null while nobody is signed in or it is on its way. */
export function useFavorites(): { favorites: Favorites | null; failed: boolean; retry: () => void } {
  const { isAuthenticated, userId } = useSession();
  const { tenantId } = useTenant();
  const { data, isError, refetch } = useQuery({
    queryKey: [FAVORITES, tenantId, userId],
    queryFn: ({ signal }) => call(listFavorites, {}, { quiet: true, skipNotFound: true, signal }),
    enabled: isAuthenticated,
    staleTime: 15_000,
  });
  return { favorites: isAuthenticated ? (data ?? null) : null, failed: isError, retry: () => void refetch() };
}

/** A heart as the learner wants it, and as the server has it until it has answered. */
interface Wish extends HeartChange {
  before: boolean;
}

let page: QueryClient | null = null;
const wishes = new Map<string, Wish>();
/** The sending of what waits, while it lasts. */
let working: Promise<void> | null = null;
let channel: BroadcastChannel | null = null;

const keyOf = ({ kind, id }: HeartChange): string => `${kind} ${id}`;

/** Somebody's heart, told to the other tabs. */
interface Told {
  owner: string;
  heart: HeartChange & { favoriteCount: number };
}
const owner = (): string => `${pageRuntime().tenant.tenantId} ${sessionStore.get().userId}`;

/**
 * Puts a heart on something or takes it away: every screen shows it at once, the server is told in the order of the
 * presses, and what it refuses is undone. A visitor is led to log in, and gets the heart afterwards.
 * @param of `course`, `lesson`, `guide` or `path`, and the id
 */
export function setFavorite(of: string, isFavorite: boolean): void {
  const [kind = '', id = ''] = of.split(' ');
  setHeart({ kind: kind as LikeableType, id, isFavorite });
}

function setHeart(heart: HeartChange): void {
  if (sessionStore.get().status === 'signed-out') {
    keepForLater(heart);
    return;
  }
  const before = wishes.get(keyOf(heart))?.before ?? !heart.isFavorite;
  wishes.set(keyOf(heart), { ...heart, before });
  show(heart);
  void work();
}

/** One after the other, so that the server's numbers arrive in the order in which they were true. */
function work(): Promise<void> {
  working ??= sendAll().finally(() => {
    working = null;
  });
  return working;
}

async function sendAll(): Promise<void> {
  for (let [next] = wishes.values(); next !== undefined; [next] = wishes.values()) await send(next);
}

async function send(wish: Wish): Promise<void> {
  const { kind, id, isFavorite } = wish;
  const key = keyOf(wish);
  const whose = owner();
  try {
    const body = { id, likeableType: kind, operationType: isFavorite ? 'save' : 'remove' } as const;
    // Others wait behind it.
    const reply = await call(setFavoriteCall, { body }, { quiet: true, skipNotFound: true, timeout: LONGEST_MS });
    if (owner() !== whose) return;
    const newer = wishes.get(key);
    if (newer === wish) wishes.delete(key);
    else if (newer !== undefined) newer.before = reply.isFavorite;
    const heart = { kind, id, ...reply };
    show(heart, othersOf(heart));
    if (newer !== undefined && newer !== wish) show(newer);
    channel?.postMessage({ owner: whose, heart } satisfies Told);
    settle(isFavorite);
  } catch (error) {
    // A newer press is tried in its place.
    if (wishes.get(key) !== wish) return;
    wishes.delete(key);
    if (owner() !== whose) return;
    show({ kind, id, isFavorite: wish.before });
    settle(true);
    const failure = favoriteFailure(kind, isFavorite, error);
    if (failure !== null) addToast(failure);
  }
}

/** By how much presses that wait change the number of their kind. */
function othersOf({ kind, id }: HeartChange): number {
  let sum = 0;
  for (const wish of wishes.values())
    if (wish.kind === kind && wish.id !== id) sum += Number(wish.isFavorite) - Number(wish.before);
  return sum;
}

/** Writes a heart into everything that shows hearts. @param waiting is added to the server's number */
function show(heart: HeartChange, waiting = 0): void {
  const { favoriteCount } = heart;
  const change = favoriteCount === undefined ? heart : { ...heart, favoriteCount: favoriteCount + waiting };
  for (const { queryKey } of page?.getQueryCache().findAll({ queryKey: [OVERLAY] }) ?? [])
    page?.setQueryData<OverlayReply>(
      queryKey,
      (overlay) => overlay && withHeart(overlay, queryKey[3] as OverlayQuery, change),
    );
  if (!heart.isFavorite)
    page?.setQueriesData<Favorites>({ queryKey: [FAVORITES] }, (lists) => lists && withoutHeart(lists, heart));
}

/** The favorites without one that has lost its heart. */
function withoutHeart(lists: Favorites, { kind, id }: HeartChange): Favorites {
  return {
    courses: kind === 'course' ? lists.courses.filter((one) => one.courseId !== id) : lists.courses,
    lessons: kind === 'lesson' ? lists.lessons.filter((one) => one.lessonId !== id) : lists.lessons,
    guides: kind === 'guide' ? lists.guides.filter((one) => one.lessonId !== id) : lists.guides,
    paths: kind === 'path' ? lists.paths.filter((one) => one.pathId !== id) : lists.paths,
  };
}

/** What was asked for before the server changed its mind is asked for again, and with it the list, when it has grown. */
function settle(grown: boolean): void {
  const isOld = ({ state, queryKey: [kind] }: Query) =>
    state.fetchStatus === 'fetching' && (kind === OVERLAY || kind === FAVORITES);
  // Cancelled first: a question whose first answer is on its way would not be asked anew.
  for (const { queryKey } of page?.getQueryCache().findAll({ predicate: isOld }) ?? [])
    void page?.cancelQueries({ queryKey, exact: true }).then(() => page?.invalidateQueries({ queryKey, exact: true }));
  if (grown) void page?.invalidateQueries({ queryKey: [FAVORITES] });
  // Lists that the server has narrowed down to favorites: not under the hands of who reads one, but the next time.
  void page?.invalidateQueries({ predicate: ({ queryKey }) => isOfFavorites(queryKey[1]), refetchType: 'none' });
}

const isOfFavorites = (input: unknown): boolean =>
  (input as { query?: { favorite?: unknown } } | undefined)?.query?.favorite !== undefined;

const KEPT = 'favoriteWish';
/** Whoever has not logged in by then does not expect a heart any more, ms. */
const KEPT_FOR_MS = 30 * 60_000;

function keepForLater(heart: HeartChange): void {
  session.set(KEPT, JSON.stringify({ heart, at: Date.now() }));
  rememberOrigin();
  navigate(urls.auth());
}

/** The heart that was pressed before logging in, in this tab. */
function takeKept(): HeartChange | null {
  const kept = session.get(KEPT);
  session.remove(KEPT);
  try {
    const { heart, at } = JSON.parse(kept ?? '') as { heart: HeartChange; at: number };
    return Date.now() - at < KEPT_FOR_MS ? heart : null;
  } catch {
    return null;
  }
}

let started = false;

/** Follows the favorites of other tabs, and presses the one for which a visitor has logged in. */
export function followFavorites(client: QueryClient): void {
  page = client;
  if (started) return;
  started = true;
  // What arrives while a press is on its way does not know of it yet.
  client.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || wishes.size === 0 || query.queryKey[0] !== OVERLAY) return;
    const action = (event as { action: { type: string; manual?: boolean } }).action;
    if (action.type === 'success' && action.manual !== true) for (const wish of wishes.values()) show(wish);
  });
  if ('BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel(FAVORITES);
    channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if (data.owner !== owner()) return;
      const { heart } = data;
      // What was pressed here and is not sent yet comes after it.
      const own = wishes.get(keyOf(heart));
      show(heart, othersOf(heart));
      if (own !== undefined) {
        own.before = heart.isFavorite;
        show(own);
      }
      settle(heart.isFavorite);
    });
  }
  let whose = owner();
  const changed = () => {
    if (owner() !== whose) wishes.clear();
    whose = owner();
    if (!sessionStore.get().isAuthenticated) return;
    const heart = takeKept();
    if (heart === null) return;
    setHeart(heart);
    addToast({ type: 'success', message: 'Added to your favorites.' });
  };
  sessionStore.subscribe(changed);
  changed();
  addPendingSource({ count: () => wishes.size, send: work, drop: () => wishes.clear() });
}
