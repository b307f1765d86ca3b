import { navigate } from '../navigation/location.tsx';
import { mayLoadAhead } from '../navigation/may-load-ahead.ts';
import { inOwnLanguage } from '../navigation/path.ts';
import { elementOfHash, storeScrollNow } from '../navigation/scroll.ts';
import { unfold } from '../navigation/unfold.ts';
import { matchRoute } from '../routes.tsx';

/** A click that opens a link in this window, by the main button and without modifiers. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Authors write addresses without a language: links in content lead to the page in the language and draft of this one. */
function speakLanguageOfPage(link: HTMLAnchorElement): void {
  if (link.hreflang !== '') return;
  const { origin, pathname, search, hash } = new URL(link.href);
  const own = inOwnLanguage(pathname);
  if (origin === location.origin && own !== pathname && matchRoute(own, search) !== null)
    link.setAttribute('href', own + search + hash);
}

/** The address behind an element when following it stays within the app, else null. */
export function ownLink(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return null;
  if (link.target !== '' && link.target !== '_self') return null;
  speakLanguageOfPage(link);
  const url = new URL(link.href);
  if (url.origin !== location.origin) return null;
  const match = matchRoute(url.pathname, url.search);
  if (match === null || url.pathname === location.pathname) return match && url;
  // Lab pages have a security policy of their own, so they are documents of their own.
  const isLab = match.route.layout === 'lab' || matchRoute(location.pathname, '')?.route.layout === 'lab';
  return isLab ? null : url;
}

const isHere = (url: URL): boolean => url.pathname === location.pathname && url.search === location.search;

/**
 * Makes plain `<a href>` links navigate within the app, links in content included, and preloads on hover, touch and focus
 * where the connection allows it.
 * @param prepare loads file and data of the screen behind an address
 * @returns stops it
 */
export function followLinks(prepare: (url: URL) => void): () => void {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlain(event)) return;
    const url = ownLink(event.target);
    if (url === null) return;
    // Links within the page are left to the browser; the scroll position is stored for Back.
    if (url.hash !== '' && isHere(url)) {
      unfold(elementOfHash(url.hash));
      return storeScrollNow();
    }
    event.preventDefault();
    navigate(url.pathname + url.search + url.hash, { replace: url.href === location.href });
  };
  let prepared = '';
  const point = (event: Event) => {
    const url = ownLink(event.target);
    if (url === null || url.href === prepared || isHere(url) || !mayLoadAhead()) return;
    prepared = url.href;
    prepare(url);
  };
  document.addEventListener('click', click);
  document.addEventListener('pointerover', point);
  document.addEventListener('focusin', point);
  return () => {
    document.removeEventListener('click', click);
    document.removeEventListener('pointerover', point);
    document.removeEventListener('focusin', point);
  };
}
