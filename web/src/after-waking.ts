import type { QueryClient } from '@tanstack/react-query';
import { followHearts } from './api/favorites.ts';
import { pendingProgress } from './api/load-pending-progress.ts';
import { notePageView } from './api/page-views.ts';
import { showIncomplete } from './lib/incomplete.ts';
import { insist } from './lib/lazy-part.ts';
import { opened } from './lib/location.tsx';
import { reach } from './lib/reachability.ts';
import { pageRuntime } from './lib/runtime.tsx';
import { isViewing, session, VIEW_FAREWELL } from './lib/storage.ts';
import { addToast } from './lib/toasts.ts';
import { sessionStore } from './sign-in/session.ts';

/**
 * What every page does once all of it has woken up.
 * @param early buttons that were pressed before somebody could answer
 */
export function afterWaking(client: QueryClient, early: readonly HTMLButtonElement[]): void {
  if (document.readyState === 'complete') repairStyles();
  else addEventListener('load', repairStyles);
  sendPendingProgressOnceSignedIn(client);
  followHearts(client);
  readAgainOnceReached(client);
  void insist(() => import('./api/renew-files.ts')).then(({ keepFilesAtHand }) => keepFilesAtHand(client));
  countViews();
  if (pageRuntime().config.analytics !== null && !isViewing)
    void insist(() => import('./features/analytics/analytics-frame.ts')).then(({ tellContainer }) => tellContainer());
  if (isViewing)
    void insist(() => import('./features/view-as/view-banner.tsx')).then(({ showViewBanner }) => showViewBanner());
  tellOfViewBefore();
  // Menus have opened by themselves: a second press would close them.
  for (const button of early) if (button.popoverTargetElement === null) button.click();
}

/** Styles of the document that did not come, or came empty, are requested once more, past the browser's cache. */
function repairStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('body link[rel=stylesheet]:not([disabled])')) {
    const isEmpty = (style: HTMLLinkElement) => !style.sheet?.cssRules.length;
    if (!isEmpty(link)) continue;
    const next = link.cloneNode() as HTMLLinkElement;
    next.onerror = showIncomplete;
    next.onload = () => isEmpty(next) && showIncomplete();
    const replace = () => link.replaceWith(next);
    void fetch(link.href, { cache: 'reload' }).then(replace, replace);
  }
}

/** The server sees documents; what is opened within this one it has to be told. */
function countViews(): void {
  // What was opened while the page woke up has to be told as well.
  let path = opened?.path;
  const moved = () => {
    if (location.pathname === path) return;
    path = location.pathname;
    notePageView(path);
  };
  // The first two are the router's own.
  for (const type of ['pushState', 'replaceState', 'popstate']) addEventListener(type, moved);
  moved();
}

/** Wherever its end has led to: who lost the role is not let back to where the view began. */
function tellOfViewBefore(): void {
  const farewell = session.get(VIEW_FAREWELL);
  if (farewell === null) return;
  session.remove(VIEW_FAREWELL);
  addToast({ type: 'info', message: farewell, autoClose: true });
}

/** What could not be read is read once the academy answers again; what is on screen stays meanwhile. */
function readAgainOnceReached(client: QueryClient): void {
  reach.subscribe(() => {
    if (reach.get() !== 'reached') return;
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  });
}

/** Unsent progress belongs to somebody: what keeps and sends it is fetched only where somebody is signed in. */
function sendPendingProgressOnceSignedIn(client: QueryClient): void {
  const startOnce = () => {
    if (sessionStore.get().userId === null) return;
    stopWaiting();
    void pendingProgress().then(({ startPendingProgress }) => startPendingProgress(client));
  };
  const stopWaiting = sessionStore.subscribe(startOnce);
  startOnce();
}
