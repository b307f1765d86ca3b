import { REFRESH_LEAD_MS } from '@academy/contract/constants';
import { TEXTS } from '@academy/contract/errors';
import type { TokenReply } from '@academy/contract/sign-in';
import { pageRuntime } from '../lib/runtime.tsx';
import { rememberCurrent, sharedCurrent } from './current-token.ts';
import { readSession, sessionStore } from './session.ts';
import { clearTokens, storeTokens } from './token-store.ts';
import { storedTokens } from './tokens.ts';

/** A tab that has written new tokens keeps the lock this long, because other processes see the write late. */
const HOLD_MS = 100;
/** Whatever lifetime or clock the provider reports: not more often than this. */
const SHORTEST_PAUSE_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;
/** The longest delay that timers take. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const LOCK = 'academy-token-refresh';

let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<boolean> | null = null;
let failures = 0;
let lastRefresh = 0;

/** Another tab, or the network, has changed things: failures of the past say nothing any more. */
export function startAfresh(): void {
  failures = 0;
  schedule();
}

/** Sets the one timer: 120000 ms before the expiry, at once when that has passed. */
export function schedule(now = Date.now()): void {
  clearTimeout(timer);
  const tokens = storedTokens();
  if (tokens?.refreshToken == null) {
    if (tokens !== null) timer = setTimeout(readSession, clamp(tokens.expiresAt - now));
    return;
  }
  const due = tokens.expiresAt - REFRESH_LEAD_MS - now;
  const earliest = lastRefresh + SHORTEST_PAUSE_MS - now;
  const retry = failures === 0 ? 0 : Math.min(LONGEST_RETRY_MS, 1000 * 2 ** (failures - 1));
  timer = setTimeout(() => void refresh(), clamp(Math.max(due, earliest, retry)));
}

const clamp = (delay: number): number => Math.min(LONGEST_TIMER_MS, Math.max(0, delay));

/**
 * Gets new tokens, in one tab at a time.
 * @returns true when a usable access token is stored now
 */
export function refresh(): Promise<boolean> {
  running ??= locked(refreshOnce)
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

/** Resolves when a refresh that is under way has ended. */
export const refreshSettled = (): Promise<boolean> => running ?? Promise.resolve(false);

function locked<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work();
}

async function refreshOnce(): Promise<boolean> {
  const mine = storedTokens();
  if (mine === null) return false;
  // Another tab may have been here while this one waited; its write to localStorage may not have arrived yet.
  const shared = await sharedCurrent();
  if (shared !== null && shared.before === mine.refreshToken && shared.reply !== null) {
    storeTokens(shared.reply, shared.at);
    readSession();
    return true;
  }
  if (mine.expiresAt - REFRESH_LEAD_MS > Date.now()) {
    readSession();
    return true;
  }
  if (mine.refreshToken === null) throw new Error(TEXTS.noRefreshToken);
  const answer = await askForTokens(mine.refreshToken);
  if (answer.kind === 'unreachable') {
    failures += 1;
    readSession(true);
    return false;
  }
  if (answer.kind === 'refused') return refused(mine.refreshToken);
  failures = 0;
  lastRefresh = Date.now();
  const before = mine.refreshToken;
  // Signed out while the answer was on its way: stay signed out.
  if (storedTokens() === null) return false;
  storeTokens(answer.reply, lastRefresh);
  await rememberCurrent({ before, reply: answer.reply, at: lastRefresh });
  readSession();
  await new Promise((done) => setTimeout(done, HOLD_MS));
  return true;
}

/** Only a refusal of the newest stored token ends the session (security rule 42). */
function refused(token: string): boolean {
  const now = storedTokens();
  if (now !== null && now.refreshToken !== token) {
    readSession();
    return now.expiresAt > Date.now();
  }
  clearTokens();
  failures = 0;
  readSession();
  return false;
}

type Answer = { kind: 'tokens'; reply: TokenReply } | { kind: 'refused' } | { kind: 'unreachable' };

async function askForTokens(refreshToken: string): Promise<Answer> {
  const { config } = pageRuntime();
  if (config.endpoints === null) return { kind: 'unreachable' };
  const body = new URLSearchParams({
    client_id: config.clientId,
    scope: config.scopes,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  try {
    const response = await fetch(config.endpoints.token, { method: 'POST', body });
    if (response.ok) return { kind: 'tokens', reply: (await response.json()) as TokenReply };
    return { kind: response.status === 400 || response.status === 401 ? 'refused' : 'unreachable' };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** After a 401: the token is not accepted although it has not expired. One refresh is tried. */
export async function renewRefusedToken(token: string): Promise<boolean> {
  const tokens = storedTokens();
  if (tokens === null) return false;
  if (tokens.accessToken !== token) return tokens.expiresAt > Date.now();
  if (tokens.refreshToken === null) {
    clearTokens();
    readSession();
    return false;
  }
  expireStoredToken();
  const renewed = await refresh();
  return renewed && sessionStore.get().isAuthenticated;
}

function expireStoredToken(): void {
  const tokens = storedTokens();
  if (tokens !== null) storeTokens({ access_token: tokens.accessToken, expires_in: 0 });
}
