import type { QueryClient } from '@tanstack/react-query';
import { followFavorites } from './api/favorites.ts';
import { notePageView } from './api/page-views.ts';
import { dropFailedReads } from './api/query-client.ts';
import { loadFileWithRetry } from './lib/load-file.ts';
import { reach } from './lib/reachability.ts';
import type { Runtime } from './lib/runtime.tsx';
import { isViewing, session, VIEW_FAREWELL } from './lib/storage.ts';
import { addToast } from './lib/toasts.ts';
import { dropFailedScreens } from './navigation/chosen-screens.ts';
import { followLinks } from './navigation/follow-links.ts';
import { beforeNavigation, notePop, opened } from './navigation/location.tsx';
import { preload } from './navigation/preload.ts';
import { noteScroll } from './navigation/scroll.ts';
import { pendingProgress } from './progress/load-pending-progress.ts';
import { sessionStore } from './sign-in/session.ts';
import { startSession } from './sign-in/start-session.ts';

/** What every page does beside its screen, from hydration until it is left. */
export function startPage(client: QueryClient, runtime: Runtime): void {
  const prepare = ({ pathname, search }: URL) => void preload(pathname, search, client, runtime);
  followNavigation(client, prepare);
  followLinks(prepare);
  clearCacheOnIdentityChange(client);
  startSession();
  sendPendingProgressOnceSignedIn(client);
  followFavorites(client);
  refetchOnceReached(client);
  countViews();
  tellOfEndedView();
  void loadFileWithRetry(() => import('./catalogue/renew-files.ts')).then(({ keepFilesAtHand }) =>
    keepFilesAtHand(client),
  );
  if (runtime.config.analytics !== null && !isViewing)
    void loadFileWithRetry(() => import('./features/analytics/analytics-frame.ts')).then(({ tellContainer }) =>
      tellContainer(),
    );
  if (isViewing)
    void loadFileWithRetry(() => import('./features/view-as/view-banner.tsx')).then(({ showViewBanner }) =>
      showViewBanner(),
    );
}

/** What failed gets another chance with every change of address; the next screen's data are requested at once. */
function followNavigation(client: QueryClient, prepare: (url: URL) => void): void {
  const forgetFailures = () => {
    dropFailedReads(client);
    dropFailedScreens();
  };
  addEventListener('popstate', () => {
    notePop();
    forgetFailures();
  });
  beforeNavigation((to) => {
    noteScroll();
    forgetFailures();
    const url = new URL(to, location.origin);
    if (url.pathname !== location.pathname) prepare(url);
    return undefined;
  });
}

/** Caches belong to one identity: what another one read is removed, what is on screen is requested again. */
function clearCacheOnIdentityChange(client: QueryClient): void {
  let owner = sessionStore.get().userId;
  let first = true;
  sessionStore.subscribe(() => {
    const { userId } = sessionStore.get();
    if (userId === owner) return;
    const fromPage = first && owner === null;
    owner = userId;
    first = false;
    // What came with the page is public and stays when the stored session is found.
    if (fromPage) return;
    void client.invalidateQueries();
    // Later, because what showed the person until now still has to let go of what it read.
    setTimeout(() => client.removeQueries({ type: 'inactive' }));
  });
}

/** The server counts documents; it has to be told of screens that are opened within one. */
function countViews(): void {
  // What was opened before hydration has to be told as well.
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

/** Said wherever the end of a view has led to: who lost the role is not let back to where the view began. */
function tellOfEndedView(): void {
  const farewell = session.get(VIEW_FAREWELL);
  if (farewell === null) return;
  session.remove(VIEW_FAREWELL);
  addToast({ type: 'info', message: farewell, autoClose: true });
}

/** Failed reads are repeated once the academy answers again; what is on screen stays meanwhile. */
function refetchOnceReached(client: QueryClient): void {
  reach.subscribe(() => {
    if (reach.get() !== 'reached') return;
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  });
}

/** Unsent progress belongs to somebody: what keeps and sends it is loaded only where somebody is signed in. */
function sendPendingProgressOnceSignedIn(client: QueryClient): void {
  const startOnce = () => {
    if (sessionStore.get().userId === null) return;
    stopWaiting();
    void pendingProgress().then(({ startPendingProgress }) => startPendingProgress(client));
  };
  const stopWaiting = sessionStore.subscribe(startOnce);
  startOnce();
}
