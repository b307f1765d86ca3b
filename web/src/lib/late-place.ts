/** What has not come by then does not come, ms. */
const AT_MOST_MS = 10_000;
/** What says that readers have gone somewhere themselves. */
const OWN_WAYS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/**
 * Goes to a place of the page as soon as it is here. Gives up when the reader goes elsewhere.
 * @param find the element that the hash names, when it is here
 * @param top how far down, px; null goes to that element and takes the focus along
 */
export function arriveLater(find: () => HTMLElement | null, top: number | null): void {
  onceHere(() => (top === null ? goTo(find()) : goDown(top)));
}

/**
 * Gives the focus to the heading of the screen, so that the next Tab starts there and readers speak it. Parts of a screen
 * may come after it: until its heading is here the screen as a whole has the focus.
 */
export function focusHeading(): void {
  const main = document.querySelector<HTMLElement>('main');
  const heading = () => main?.querySelector<HTMLElement>('h1') ?? null;
  if (takeFocus(heading() ?? main) !== main) return;
  onceHere(() => {
    const present = heading();
    // Whoever has gone on meanwhile stays there.
    if (present !== null && [null, document.body, main].includes(document.activeElement as HTMLElement | null))
      takeFocus(present);
    return present !== null;
  });
}

function takeFocus(element: HTMLElement | null): HTMLElement | null {
  if (element?.hasAttribute('tabindex') === false) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
  return element;
}

/** Tries at every change of the page until it is done; the reader's own ways end it. */
function onceHere(go: () => boolean): void {
  const address = location.href;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of OWN_WAYS) removeEventListener(type, stop);
  };
  const look = () => {
    if (location.href !== address || go()) stop();
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(stop, AT_MOST_MS);
  for (const type of OWN_WAYS) addEventListener(type, stop, { passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  look();
}

function goDown(top: number): boolean {
  scrollTo({ top, behavior: 'instant' });
  return scrollY > top - 2;
}

/** The next Tab starts there, and readers speak it. A place of a skeleton only keeps room for the one that is meant. */
function goTo(target: HTMLElement | null): boolean {
  if (target === null) return false;
  target.scrollIntoView({ behavior: 'instant' });
  if (target.closest('[aria-busy="true"]') !== null) return false;
  takeFocus(target.querySelector<HTMLElement>('h1,h2,h3') ?? target);
  return true;
}
