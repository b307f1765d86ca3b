import { REFRESH_LEAD_MS } from '@academy/contract/constants';
import type { TokenReply } from '@academy/contract/sign-in';
import { TEXTS } from '@academy/contract/texts';
import { inOneTab } from '../lib/one-tab.ts';
import { pageRuntime } from '../lib/runtime.tsx';
import { isImpersonating, isImpersonationStored } from '../lib/storage.ts';
import { readClaims } from './claims.ts';
import { clearLastRefresh, type LastRefresh, readLastRefresh, storeLastRefresh } from './last-refresh.ts';
import { readSession, sessionStore } from './session.ts';
import { clearTokens, lifetimeOf, storedTokens, storeTokens, type Tokens, usableAccessToken } from './stored-tokens.ts';

/** Lock that is held while stored tokens are changed. */
export const TOKEN_LOCK = 'academy-token-refresh';
/** A tab that has written new tokens keeps the lock this long, because other processes see the write late. */
const HOLD_MS = 100;
/** Whatever lifetime or clock is reported: not more often than this ... */
const MIN_PAUSE_MS = 5_000;
/** ... and not more often than this while the token still works. */
const MAX_PAUSE_MS = 60_000;
const MAX_RETRY_MS = 60_000;
/** The clock is checked this often: timers stop while a computer sleeps, and clocks are corrected. */
const LOOK_AGAIN_MS = 60_000;
/** Timeout of requests to the provider; the lock is held meanwhile. */
const ANSWER_MS = 15_000;
/** A token that seems to last longer than its lifetime by more than this shows that the clock was set back. */
const SLACK_MS = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<boolean> | null = null;
let failures = 0;
/** When this tab may try again, by the monotonic clock, ms. */
let notBefore = Number.NEGATIVE_INFINITY;
/** The last access token that this tab got, and when by that clock. */
let newest = { accessToken: '', at: 0 };

/** Another tab or the network has changed: earlier failures no longer count. */
export function startAfresh(): void {
  // The back-forward cache restored a page from before the impersonation.
  if (isImpersonating !== isImpersonationStored()) location.reload();
  failures = 0;
  schedule();
}

/** Sets the one timer: 120000 ms before the expiry, at once when that has passed. */
export function schedule(): void {
  clearTimeout(timer);
  const tokens = storedTokens();
  if (tokens === null) return;
  const retry = failures === 0 ? 0 : Math.min(MAX_RETRY_MS, 1000 * 2 ** (failures - 1));
  const delay = Math.max(0, dueIn(tokens), notBefore - performance.now(), retry);
  timer = setTimeout(resume, Math.min(delay, LOOK_AGAIN_MS));
}

function resume(): void {
  const tokens = storedTokens();
  if (tokens !== null && dueIn(tokens) <= 0 && performance.now() >= notBefore) void refresh();
  else schedule();
}

/** @returns ms until these tokens must be renewed; a session that cannot be renewed lasts until its end */
function dueIn({ accessToken, refreshToken, expiresAt }: Tokens): number {
  const left = expiresAt - Date.now();
  const claims = readClaims(accessToken);
  // More is left than the token ever lasted: the clock has been put back, and only the provider knows.
  if (left > (Number(claims?.exp) - Number(claims?.iat)) * 1000 + SLACK_MS) return 0;
  return refreshToken === null ? left : left - REFRESH_LEAD_MS;
}

/**
 * Gets new tokens, in one tab at a time.
 * @returns true when a usable access token is stored and nothing is left to retry
 */
export function refresh(): Promise<boolean> {
  running ??= inOneTab(TOKEN_LOCK, refreshOnce)
    .catch((error: unknown) => {
      console.warn('The session could not be refreshed', error);
      return false;
    })
    .finally(() => {
      running = null;
      schedule();
    });
  return running;
}

/**
 * Renews an expired session before a call is made.
 * @param timeoutMs the call is made without it after this time
 */
export async function freshTokens(timeoutMs: number): Promise<void> {
  const tokens = storedTokens();
  const mayAsk = tokens !== null && dueIn(tokens) <= 0 && failures === 0 && performance.now() >= notBefore;
  const waiting = running ?? (mayAsk ? refresh() : null);
  if (waiting !== null) await Promise.race([waiting, new Promise((done) => setTimeout(done, timeoutMs))]);
}

async function refreshOnce(): Promise<boolean> {
  const mine = storedTokens();
  if (mine === null) return false;
  // Another tab may have been here while this one waited; its write to localStorage may not have arrived yet.
  const shared = await readLastRefresh();
  if (tookOver(mine, shared) || dueIn(mine) > 0 || wasJustRenewed(mine, shared)) return settled();
  if (mine.refreshToken === null) {
    endSession();
    if (isImpersonating) return false;
    throw new Error(TEXTS.noRefreshToken);
  }
  const answer = await askForTokens(mine.refreshToken);
  if (answer === 'unreachable') {
    failures += 1;
    readSession(true);
    return false;
  }
  if (answer === 'refused') {
    // Only a refusal of the newest stored token ends the session.
    const now = storedTokens();
    if (now?.refreshToken === mine.refreshToken && !tookOver(now, await readLastRefresh())) endSession();
    return settled();
  }
  // The person signed out, or another one signed in, before the answer arrived: it is ignored.
  if (storedTokens()?.refreshToken !== mine.refreshToken) return settled();
  const at = Date.now();
  storeTokens(answer, at);
  newest = { accessToken: answer.access_token, at: performance.now() };
  notBefore = newest.at + MIN_PAUSE_MS;
  settled();
  await storeLastRefresh(mine.refreshToken, answer, at);
  await new Promise((done) => setTimeout(done, HOLD_MS));
  return usableAccessToken() !== null;
}

/** Nothing is left to retry. */
function settled(): boolean {
  failures = 0;
  readSession(false);
  return usableAccessToken() !== null;
}

/** Takes over what another tab got for the refresh token that this one still sees. */
function tookOver({ refreshToken }: Tokens, shared: LastRefresh | null): boolean {
  if (refreshToken === null || shared === null || !shared.used.includes(refreshToken)) return false;
  // A server that does not rotate refresh tokens gives the same one again.
  if (shared.reply.refresh_token === undefined || shared.reply.refresh_token === refreshToken) return false;
  storeTokens(shared.reply, shared.at);
  return true;
}

/** Tokens that are already due when they arrive must not cause a loop of refreshes. */
function wasJustRenewed(mine: Tokens, shared: LastRefresh | null): boolean {
  if (shared === null || mine.accessToken !== shared.reply.access_token) return false;
  // The session already counts as ended, after a refused call or by the clock.
  if (mine.expiresAt !== shared.at + lifetimeOf(shared.reply)) return false;
  const age = Date.now() - shared.at;
  const lasting = mine.expiresAt > Date.now() ? Math.min(MAX_PAUSE_MS, lifetimeOf(shared.reply) / 2) : 0;
  const pause = Math.max(MIN_PAUSE_MS, lasting);
  if (age < 0 || age >= pause) return false;
  notBefore = performance.now() + pause - age;
  return true;
}

function endSession(): void {
  const last = storedTokens()?.accessToken;
  clearTokens();
  // The administrator's own session continues after an impersonation.
  if (!isImpersonating) {
    void clearLastRefresh();
    if (last !== undefined)
      void import('./session-end.ts').then(({ tellSessionEnd }) => tellSessionEnd(last), noReason);
  }
  readSession(false);
}

/** Without a network the page goes on without the reason. */
const noReason = () => undefined;

async function askForTokens(refreshToken: string): Promise<TokenReply | 'refused' | 'unreachable'> {
  const { config } = pageRuntime();
  if (config.endpoints === null) return 'unreachable';
  const body = new URLSearchParams({
    client_id: config.clientId,
    scope: config.scopes,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(config.endpoints.token, { method: 'POST', body, signal });
    if (!response.ok) return response.status === 400 || response.status === 401 ? 'refused' : 'unreachable';
    const reply = (await response.json()) as TokenReply | null;
    // A captive portal answers requests with pages of its own.
    return typeof reply?.access_token === 'string' ? reply : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** After a 401: the token is not accepted although it has not expired. One refresh is tried. */
export async function renewRefusedToken(token: string): Promise<boolean> {
  const tokens = storedTokens();
  if (tokens === null) return false;
  if (tokens.accessToken !== token) return tokens.expiresAt > Date.now();
  if (tokens.refreshToken === null) {
    endSession();
    return false;
  }
  // A token that is refused right after the refresh: another one would be refused as well.
  if (newest.accessToken === token && performance.now() < newest.at + MIN_PAUSE_MS) return false;
  storeTokens({ access_token: token, expires_in: 0 });
  return (await refresh()) && sessionStore.get().isAuthenticated;
}
