import { scrollWhenLoaded } from './scroll-when-loaded.ts';
import { unfold } from './unfold.ts';

/**
 * Back and Forward restore the scroll position, also after a reload: it is part of the history entry, because nothing else
 * may be stored (docs/security.md#what-a-browser-may-store).
 */
const KEY = 'scroll';
/** The scroll position is stored when scrolling has paused for this long, ms. */
const PAUSE_MS = 120;

let timer: ReturnType<typeof setTimeout> | undefined;

/** A pending position belongs to the history entry that is being left. */
const dropPending = (): void => clearTimeout(timer);

/** Stores the present position, for example before the address changes. */
export function storeScrollNow(): void {
  dropPending();
  storeInHistoryEntry(KEY, Math.round(scrollY));
}

/** Stores something in the present history entry: it survives Back, Forward and a reload. */
export function storeInHistoryEntry(key: string, value: unknown): void {
  // Past the router, for which nothing has changed.
  History.prototype.replaceState.call(history, { ...history.state, [key]: value }, '');
}

/** Stores the position whenever scrolling pauses, and before the page is left. @returns stops it */
export function followScroll(): () => void {
  history.scrollRestoration = 'manual';
  const storeSoon = () => {
    dropPending();
    timer = setTimeout(storeScrollNow, PAUSE_MS);
  };
  addEventListener('scroll', storeSoon, { passive: true });
  addEventListener('popstate', dropPending);
  addEventListener('pagehide', storeScrollNow);
  addEventListener('hashchange', restoreOnHashChange);
  return () => {
    dropPending();
    removeEventListener('hashchange', restoreOnHashChange);
    removeEventListener('popstate', dropPending);
    removeEventListener('scroll', storeSoon);
    removeEventListener('pagehide', storeScrollNow);
  };
}

/** Back from a hash of the same page: no screen change would restore the position. */
function restoreOnHashChange({ oldURL, newURL }: HashChangeEvent): void {
  const pageOf = (url: string) => url.split('#', 1)[0];
  if (pageOf(oldURL) === pageOf(newURL) && history.state?.[KEY] !== undefined) restoreScroll();
}

/** Scrolls to the stored position of this history entry, or to where its address starts. */
export function restoreScroll(): void {
  const top: unknown = history.state?.[KEY];
  unfold(elementOfHash());
  if (typeof top === 'number') {
    scrollTo({ top, behavior: 'instant' });
    // The page may not be long enough yet.
    if (scrollY < top - 1) scrollWhenLoaded(elementOfHash, top);
  } else scrollToStart();
}

/** Scrolls to where a new navigation starts: the element that the hash names, else the top. */
export function scrollToStart(): void {
  const target = elementOfHash();
  unfold(target);
  if (target !== null) target.scrollIntoView({ behavior: 'instant' });
  else scrollTo({ top: 0, behavior: 'instant' });
  // The element may belong to the learner's own data, which load after the screen.
  if (location.hash.length > 1) scrollWhenLoaded(elementOfHash, null);
}

/** The element that the hash of the address names. */
export function elementOfHash(hash = location.hash): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
