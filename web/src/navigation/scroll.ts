import { scrollWhenLoaded } from './scroll-when-loaded.ts';

/**
 * Back and Forward restore the place, also after a reload: it is kept in the history entry itself, because nothing else
 * may be stored (docs/security-rules.md#what-a-browser-may-store).
 */
const KEY = 'scroll';
/** The scroll position is stored when scrolling has paused for this long, ms. */
const REST_MS = 120;

let timer: ReturnType<typeof setTimeout> | undefined;

/** A pending position belongs to the history entry that is being left. */
const forget = (): void => clearTimeout(timer);

function note(): void {
  forget();
  noteInEntry(KEY, Math.round(scrollY));
}

/** Stores something in the present history entry: it survives Back, Forward and a reload. */
export function noteInEntry(key: string, value: unknown): void {
  // Past the router, for which nothing has changed.
  History.prototype.replaceState.call(history, { ...history.state, [key]: value }, '');
}

/** Starts storing scroll positions. @returns stops it */
export function keepScroll(): () => void {
  history.scrollRestoration = 'manual';
  const rest = () => {
    forget();
    timer = setTimeout(note, REST_MS);
  };
  addEventListener('scroll', rest, { passive: true });
  addEventListener('popstate', forget);
  addEventListener('pagehide', note);
  addEventListener('hashchange', backOnPage);
  return () => {
    forget();
    removeEventListener('hashchange', backOnPage);
    removeEventListener('popstate', forget);
    removeEventListener('scroll', rest);
    removeEventListener('pagehide', note);
  };
}

/** Back from a hash of the same page: no screen change would restore the position. */
function backOnPage({ oldURL, newURL }: HashChangeEvent): void {
  const pageOf = (url: string) => url.split('#', 1)[0];
  if (pageOf(oldURL) === pageOf(newURL) && history.state?.[KEY] !== undefined) restoreScroll();
}

/** Stores the present position before the address changes. */
export const noteScroll = note;

/** Scrolls to the stored position of this history entry, or to where its address starts. */
export function restoreScroll(): void {
  const top: unknown = history.state?.[KEY];
  if (typeof top === 'number') {
    scrollTo({ top, behavior: 'instant' });
    // The page may not be long enough yet.
    if (scrollY < top - 1) later(top);
  } else scrollToStart();
}

/** Scrolls to where a new navigation starts: the element that the hash names, else the top. */
export function scrollToStart(): void {
  const target = elementOfHash();
  if (target !== null) target.scrollIntoView({ behavior: 'instant' });
  else scrollTo({ top: 0, behavior: 'instant' });
  if (location.hash.length > 1) later(null);
}

/** The learner's own data load after the screen. */
const later = (top: number | null): void => scrollWhenLoaded(elementOfHash, top);

export function elementOfHash(): HTMLElement | null {
  if (location.hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null;
  }
}
