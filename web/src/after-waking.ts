import type { QueryClient } from '@tanstack/react-query';
import { followHearts } from './api/favorites.ts';
import { pendingProgress } from './api/load-pending-progress.ts';
import { insist } from './lib/lazy-part.ts';
import { isViewing } from './lib/storage.ts';
import { sessionStore } from './sign-in/session.ts';

/**
 * What every page does once all of it has woken up.
 * @param early buttons that were pressed before somebody could answer
 */
export function afterWaking(client: QueryClient, early: readonly HTMLButtonElement[]): void {
  sendPendingProgressOnceSignedIn(client);
  followHearts(client);
  if (isViewing)
    void insist(() => import('./features/view-as/view-banner.tsx')).then(({ showViewBanner }) => showViewBanner());
  for (const button of early) button.click();
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
