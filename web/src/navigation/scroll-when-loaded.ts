import { takeFocus } from './focus-heading.ts';
import { unfold } from './unfold.ts';

/** Gives up waiting for content after this many milliseconds. */
const MAX_WAIT_MS = 10_000;
/** Events that show that the reader scrolls or acts on their own. */
const READER_ACTIONS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/**
 * Scrolls to a position of the page as soon as its content is rendered. Gives up when the reader scrolls or acts.
 * @param find the element that the hash names, once it is rendered
 * @param top distance from the top, px; null scrolls to that element and focuses it
 */
export function scrollWhenLoaded(find: () => HTMLElement | null, top: number | null): void {
  whenLoaded(() => (top === null ? scrollToElement(find()) : scrollDownTo(top)));
}

/** Tries at every change of the page until `scroll` returns true. */
function whenLoaded(scroll: () => boolean): void {
  const address = location.href;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of READER_ACTIONS) removeEventListener(type, stop);
  };
  const check = () => {
    if (location.href !== address || scroll()) stop();
  };
  const observer = new MutationObserver(check);
  const timer = setTimeout(stop, MAX_WAIT_MS);
  for (const type of READER_ACTIONS) addEventListener(type, stop, { passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  check();
}

function scrollDownTo(top: number): boolean {
  scrollTo({ top, behavior: 'instant' });
  return scrollY > top - 2;
}

/** The next Tab starts there, and screen readers announce it. The element of a skeleton is only a placeholder: false. */
function scrollToElement(target: HTMLElement | null): boolean {
  if (target === null) return false;
  unfold(target);
  target.scrollIntoView({ behavior: 'instant' });
  if (target.closest('[aria-busy="true"]') !== null) return false;
  takeFocus(target.querySelector<HTMLElement>('h1,h2,h3') ?? target);
  return true;
}
