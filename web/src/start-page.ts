import { currentLanguage } from '@academy/contract/i18n/languages';
import type { QueryClient } from '@tanstack/react-query';
import { notePageView } from './api/page-views.ts';
import { dropFailedReads } from './api/query-client.ts';
import { preferredLanguage } from './lib/chosen-language.ts';
import { loadFileWithRetry } from './lib/load-file.ts';
import { reach } from './lib/reachability.ts';
import type { Runtime } from './lib/runtime.tsx';
import { IMPERSONATION_ENDED, isImpersonating, session } from './lib/storage.ts';
import { addToast } from './lib/toasts.ts';
import { followLinks } from './loading/follow-links.ts';
import { loadScreensAhead } from './loading/load-ahead.ts';
import { preload } from './loading/preload.ts';
import { dropFailedScreens } from './navigation/load-screen.tsx';
import { notePop, onNavigation, opened } from './navigation/location.tsx';
import { storeScrollNow } from './navigation/scroll.ts';
import { followFavorites } from './progress/follow-favorites.ts';
import { pendingProgress } from './progress/load-pending-progress.ts';
import { sessionStore } from './sign-in/session.ts';
import { startSession } from './sign-in/start-session.ts';

/** What every page does beside its screen, from hydration until it is left. */
export function startPage(client: QueryClient, runtime: Runtime): void {
  const prepare = ({ pathname, search }: URL) => void preload(pathname, search, client, runtime);
  followNavigation(client, prepare);
  followLinks(prepare);
  loadScreensAhead();
  clearCacheOnIdentityChange(client);
  startSession();
  startPendingProgressOnceSignedIn(client);
  followFavorites(client);
  refetchOnceReached(client);
  reportPageViews();
  showImpersonationEnded();
  void loadFileWithRetry(() => import('./catalogue/renew-files.ts')).then(({ startRenewingFileAddresses }) =>
    startRenewingFileAddresses(client),
  );
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[media="print"]')) link.media = '';
  offerOtherLanguage();
  if (runtime.config.analytics !== null && !isImpersonating)
    void loadFileWithRetry(() => import('./features/analytics/analytics-frame.ts')).then(({ startAnalytics }) =>
      startAnalytics(),
    );
  if (isImpersonating)
    void loadFileWithRetry(() => import('./features/view-as/view-banner.tsx')).then(({ showViewBanner }) =>
      showViewBanner(),
    );
}

/** Every change of address retries what failed, and requests the file and the data of the next screen at once. */
function followNavigation(client: QueryClient, prepare: (url: URL) => void): void {
  const forgetFailures = () => {
    dropFailedReads(client);
    dropFailedScreens();
  };
  addEventListener('popstate', () => {
    notePop();
    forgetFailures();
  });
  onNavigation((to) => {
    storeScrollNow();
    forgetFailures();
    const url = new URL(to, location.origin);
    if (url.pathname !== location.pathname) prepare(url);
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
    // Data of the document are public and stay when the stored session is found.
    if (fromPage) return;
    void client.invalidateQueries();
    // After screens have unmounted: only then are the reads of the person before inactive.
    setTimeout(() => client.removeQueries({ type: 'inactive' }));
  });
}

/** The server counts documents itself; screens that are opened within a document are reported. */
function reportPageViews(): void {
  // A screen that was opened before hydration is reported as well.
  let path = opened?.path;
  const moved = () => {
    if (location.pathname === path) return;
    path = location.pathname;
    notePageView(path);
  };
  // wouter dispatches `pushState` and `replaceState` as events.
  for (const type of ['pushState', 'replaceState', 'popstate']) addEventListener(type, moved);
  moved();
}

/** Shown on any page, because administrators who lost their role cannot return to where the impersonation began. */
function showImpersonationEnded(): void {
  const message = session.get(IMPERSONATION_ENDED);
  if (message === null) return;
  session.remove(IMPERSONATION_ENDED);
  addToast({ type: 'info', message, autoClose: true });
}

/** Failed reads are repeated once the academy answers again; what is on screen stays meanwhile. */
function refetchOnceReached(client: QueryClient): void {
  reach.subscribe(() => {
    if (reach.get() !== 'reached') return;
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  });
}

/** Offers the page in the reader's language where that is another one. */
function offerOtherLanguage(): void {
  const preferred = preferredLanguage(navigator.languages);
  if (preferred === null || preferred === currentLanguage() || isImpersonating) return;
  void loadFileWithRetry(() => import('./features/language/offer-language.ts')).then(({ offerLanguage }) =>
    offerLanguage(preferred),
  );
}

/** The code that stores and sends pending progress is loaded only where somebody is signed in. */
function startPendingProgressOnceSignedIn(client: QueryClient): void {
  const startOnce = () => {
    if (sessionStore.get().userId === null) return;
    stopWaiting();
    void pendingProgress().then(({ startPendingProgress }) => startPendingProgress(client));
  };
  const stopWaiting = sessionStore.subscribe(startOnce);
  startOnce();
}
