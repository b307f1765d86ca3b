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

/** What ends the watch over a heading that has the focus: the reader has begun to do something. */
const ACTIONS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

let stopFocus: (() => void) | null = null;

/**
 * Gives the focus to the heading of the screen, so that the next Tab starts there and screen readers speak it. Parts of a
 * screen may come after it, however late, or take the place of others: until its heading is here the screen as a whole has
 * the focus. Readers who have moved the focus elsewhere, or have left, stay where they are.
 */
export function focusHeading(): void {
  stopFocus?.();
  const main = document.querySelector<HTMLElement>('main');
  const address = location.href;
  let heading: HTMLElement | null = null;
  const toHeading = (): boolean => {
    const present = main?.querySelector<HTMLElement>('h1') ?? null;
    takeFocus(present);
    // One that is hidden while its screen loads takes no focus yet.
    if (present === null || document.activeElement !== present) return false;
    heading = present;
    return true;
  };
  const look = () => {
    const active = document.activeElement as HTMLElement | null;
    if (location.href !== address || ![null, document.body, main, heading].includes(active)) stop();
    else if (heading === null || active !== heading) toHeading();
  };
  const act = () => {
    if (heading !== null) stop();
  };
  const observer = new MutationObserver(look);
  const stop = () => {
    observer.disconnect();
    for (const type of ACTIONS) removeEventListener(type, act);
    stopFocus = null;
  };
  stopFocus = stop;
  for (const type of ACTIONS) addEventListener(type, act, { passive: true });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style', 'hidden'] });
  if (!toHeading()) takeFocus(main);
}

function takeFocus(element: HTMLElement | null): void {
  if (element?.hasAttribute('tabindex') === false) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
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
