import { ANALYTICS_STORAGE_KEY } from '@academy/contract/analytics';
import { LANGUAGE_STORAGE_KEY, THEME_STORAGE_KEY } from '@academy/contract/constants';
import { currentLanguage } from '@academy/contract/i18n/languages';
import { inOneTab } from '../lib/one-tab.ts';
import { pageRuntime } from '../lib/runtime.tsx';
import { isImpersonating, LAB_WORK_DATABASE, local, session } from '../lib/storage.ts';
import { clearLastRefresh } from './last-refresh.ts';
import { pendingActions, sendPendingActions } from './pending-actions.ts';
import { TOKEN_LOCK } from './refresh.ts';
import { readSession } from './session.ts';
import { storedIdToken, storedTokens } from './stored-tokens.ts';

/** Log-out waits this long for unsent actions, ms; */
const MAX_SEND_MS = 3_000;
/** for a tab that is just getting new tokens, which it would store after they were cleared; */
const LOCK_MS = 2_000;
/** and for the academy to end the session. */
const ANSWER_MS = 5_000;

/**
 * Log-out: sends unsent actions, clears both storages (the choices of colours and privacy are written back), ends the
 * session at the API with a DELETE, and leaves for the provider's log-out, even when the DELETE fails.
 * @param confirmLoss asked when some actions could not be sent: go on and lose them?
 * @returns false when the learner stays signed in
 */
export async function signOut(confirmLoss: (count: number) => boolean | Promise<boolean>): Promise<boolean> {
  // An impersonation ends, and the administrator stays signed in.
  if (isImpersonating) {
    (await import('./impersonation.ts')).endImpersonation();
    return true;
  }
  await Promise.race([sendPendingActions(), new Promise((done) => setTimeout(done, MAX_SEND_MS))]);
  const unsent = pendingActions();
  if (unsent > 0 && !(await confirmLoss(unsent))) return false;

  const { config } = pageRuntime();
  const { bearer, hint } = await inOneTab(TOKEN_LOCK, emptyBrowser, AbortSignal.timeout(LOCK_MS));
  readSession(false);
  await fetch(config.logoutUrl, {
    method: 'DELETE',
    credentials: 'include',
    headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
    keepalive: true,
    signal: AbortSignal.timeout(ANSWER_MS),
  })
    .then((response) => response.arrayBuffer())
    .catch(() => null);
  const logout = config.endpoints?.logout ?? null;
  const url = new URL(logout ?? '/', location.origin);
  if (logout !== null) {
    url.searchParams.set('client_id', config.clientId);
    url.searchParams.set('post_logout_redirect_uri', location.origin);
    url.searchParams.set('ui_locales', currentLanguage());
    if (hint !== null && config.logoutHint) url.searchParams.set('id_token_hint', hint);
  }
  // Replaces the log-out address: Back would log out again.
  location.replace(url.href);
  return true;
}

/** @returns what is needed of the session to end it */
async function emptyBrowser(): Promise<{ bearer: string | null; hint: string | null }> {
  const bearer = storedTokens()?.accessToken ?? null;
  const hint = storedIdToken()?.idToken ?? null;
  const kept = [THEME_STORAGE_KEY, LANGUAGE_STORAGE_KEY, ANALYTICS_STORAGE_KEY].map(
    (key) => [key, local.get(key)] as const,
  );
  local.clear();
  session.clear();
  for (const [key, value] of kept) if (value !== null) local.set(key, value);
  forgetLabs();
  await Promise.all([clearLastRefresh(), forgetCaches()]);
  return { bearer, hint };
}

/** A lab that is open in another tab drops its local work; the academy has what was sent. */
function forgetLabs(): void {
  try {
    indexedDB.deleteDatabase(LAB_WORK_DATABASE);
  } catch {
    // Blocked storage holds nothing.
  }
}

async function forgetCaches(): Promise<void> {
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // There are none, or they are blocked.
  }
}
