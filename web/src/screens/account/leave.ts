import { navigate } from '../../navigation/location.tsx';
import { urls } from '../../navigation/urls.ts';
import { dropPendingActions, sendPendingActions } from '../../sign-in/pending-actions.ts';

/** Longest wait for what is unsent, ms. */
const SEND_AT_MOST_MS = 3_000;

/** Sends what the learner has done, while the session is still good for it. */
export async function sendUnsent(): Promise<void> {
  await Promise.race([sendPendingActions(), new Promise((done) => setTimeout(done, SEND_AT_MOST_MS))]);
}

/**
 * The session has ended at the server: the rest is the log-out, which leaves nothing in this browser. By its own screen,
 * because this one would send a person who is no longer signed in to log in.
 */
export function leave({ dropUnsent = false }: { dropUnsent?: boolean } = {}): void {
  if (dropUnsent) dropPendingActions();
  navigate(urls.signOut(), { replace: true });
}
