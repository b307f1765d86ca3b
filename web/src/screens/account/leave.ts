import { navigate } from '../../navigation/location.tsx';
import { urls } from '../../navigation/urls.ts';
import { dropPendingActions, sendPendingActions } from '../../sign-in/pending-actions.ts';

/** Longest wait for unsent actions, ms. */
const MAX_SEND_MS = 3_000;

/** Sends unsent actions while the session is still valid. */
export async function sendUnsent(): Promise<void> {
  await Promise.race([sendPendingActions(), new Promise((done) => setTimeout(done, MAX_SEND_MS))]);
}

/**
 * The session has ended at the server: goes on to the log-out, which clears this browser. It has its own screen, because
 * this one would redirect a person who is no longer signed in to log in.
 */
export function leave({ dropUnsent = false }: { dropUnsent?: boolean } = {}): void {
  if (dropUnsent) dropPendingActions();
  navigate(urls.signOut(), { replace: true });
}
