import { THEME_STORAGE_KEY } from '@academy/contract/constants';
import { pageRuntime } from '../lib/runtime.tsx';
import { local, session } from '../lib/storage.ts';
import { forgetCurrent } from './current-token.ts';
import { pendingActions, sendPendingActions } from './pending-actions.ts';
import { readSession } from './session.ts';
import { storedIdToken, storedTokens } from './tokens.ts';

/** Log-out waits this long for unsent actions, ms. */
const SEND_AT_MOST_MS = 3_000;

/**
 * Log-out as specified: sends what is unsent, clears both storages (the theme is written back), tells the API with a
 * DELETE, and leaves for the provider's log-out, even when the DELETE fails.
 * @param confirmLoss asked when some actions could not be sent: go on and lose them?
 * @returns false when the learner stays signed in
 */
export async function signOut(confirmLoss: (count: number) => boolean | Promise<boolean>): Promise<boolean> {
  await Promise.race([sendPendingActions(), new Promise((done) => setTimeout(done, SEND_AT_MOST_MS))]);
  const unsent = pendingActions();
  if (unsent > 0 && !(await confirmLoss(unsent))) return false;

  const { config } = pageRuntime();
  const bearer = storedTokens()?.accessToken ?? null;
  const hint = config.logoutHint ? storedIdToken() : null;
  const theme = local.get(THEME_STORAGE_KEY);
  local.clear();
  session.clear();
  if (theme !== null) local.set(THEME_STORAGE_KEY, theme);
  const forgotten = forgetCurrent();
  readSession();
  await fetch(config.logoutUrl, {
    method: 'DELETE',
    credentials: 'include',
    headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
    keepalive: true,
  })
    .then((response) => response.arrayBuffer())
    .catch(() => null);
  await forgotten;
  const logout = config.endpoints?.logout ?? null;
  const url = new URL(logout ?? '/', location.origin);
  if (logout !== null) {
    url.searchParams.set('client_id', config.clientId);
    url.searchParams.set('post_logout_redirect_uri', location.origin);
    if (hint !== null) url.searchParams.set('id_token_hint', hint);
  }
  location.assign(url.href);
  return true;
}
