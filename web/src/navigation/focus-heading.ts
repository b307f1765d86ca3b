/** Events that show that the reader acts: the focus is left where it is. */
const READER_ACTIONS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

let stopFocus: (() => void) | null = null;

/**
 * Focuses the heading of the screen, so that the next Tab starts there and screen readers announce it. Content can arrive
 * after the navigation, or replace a skeleton: until the heading is rendered, the `main` element has the focus. Stops when
 * the reader moves the focus or leaves the page.
 */
export function focusHeading(): void {
  stopFocus?.();
  const main = document.querySelector<HTMLElement>('main');
  const address = location.href;
  let heading: HTMLElement | null = null;
  const toHeading = (): boolean => {
    const present = main?.querySelector<HTMLElement>('h1') ?? null;
    takeFocus(present);
    // A heading that is hidden while its screen loads cannot be focused yet.
    if (present === null || document.activeElement !== present) return false;
    heading = present;
    return true;
  };
  const check = () => {
    const active = document.activeElement as HTMLElement | null;
    if (location.href !== address || ![null, document.body, main, heading].includes(active)) stop();
    else if (heading === null || active !== heading) toHeading();
  };
  const act = () => {
    if (heading !== null) stop();
  };
  const observer = new MutationObserver(check);
  const stop = () => {
    observer.disconnect();
    for (const type of READER_ACTIONS) removeEventListener(type, act);
    stopFocus = null;
  };
  stopFocus = stop;
  for (const type of READER_ACTIONS) addEventListener(type, act, { passive: true });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style', 'hidden'] });
  if (!toHeading()) takeFocus(main);
}

/** Focuses an element that is not focusable by itself, without scrolling to it. */
export function takeFocus(element: HTMLElement | null): void {
  if (element?.hasAttribute('tabindex') === false) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
