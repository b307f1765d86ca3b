import { IDP_STORAGE_KEY, STORAGE_KEYS } from '@academy/contract/constants';
import type { TokenReply } from '@academy/contract/sign-in';
import { local } from '../lib/storage.ts';

/** The stored session: the five keys of `STORAGE_KEYS` and the provider's own entry. */
export interface Tokens {
  accessToken: string;
  refreshToken: string | null;
  /** Unix ms, by this browser's own clock. */
  expiresAt: number;
}

/** What is stored, whether it has expired or not; null without an access token. */
export function storedTokens(): Tokens | null {
  const accessToken = local.get(STORAGE_KEYS.accessToken);
  if (accessToken === null || accessToken === '') return null;
  const expiresAt = Number(local.get(STORAGE_KEYS.expiresAt));
  return {
    accessToken,
    refreshToken: local.get(STORAGE_KEYS.refreshToken) || null,
    expiresAt: Number.isFinite(expiresAt) ? expiresAt : 0,
  };
}

/** During hydration everybody is signed out; a stored session that is valid or can be renewed follows. */
export function sessionIsStored(): boolean {
  const tokens = storedTokens();
  return tokens !== null && (tokens.expiresAt > Date.now() || tokens.refreshToken !== null);
}

/** The provider's entry, whether it has expired or not: its claims say who is signed in. */
export function storedIdToken(): { idToken: string; expiresAt: number } | null {
  try {
    const entry = JSON.parse(local.get(IDP_STORAGE_KEY) ?? 'null')?.idToken;
    return typeof entry?.idToken === 'string' ? { idToken: entry.idToken, expiresAt: Number(entry.expiresAt) } : null;
  } catch {
    return null;
  }
}

/** The access token when it is stored and its expiry lies in the future; only then may it be sent. */
export function usableAccessToken(now = Date.now()): string | null {
  const tokens = storedTokens();
  return tokens !== null && tokens.expiresAt > now ? tokens.accessToken : null;
}

/** The id token of the provider's entry, for the cached call style. */
export function usableIdToken(now = Date.now()): string | null {
  const entry = storedIdToken();
  return entry !== null && entry.expiresAt > now ? entry.idToken : null;
}

/** Lifetime of a token without `expires_in`, s. */
const UNTOLD_LIFETIME_S = 300;

/** @returns ms that the tokens of a reply last; some providers leave it out or send text */
export function lifetimeOf({ expires_in }: TokenReply): number {
  const seconds = Number(expires_in ?? Number.NaN);
  return (Number.isFinite(seconds) ? seconds : UNTOLD_LIFETIME_S) * 1000;
}

/** Stores a reply of the token endpoint. Without a new refresh or id token the stored one stays. */
export function storeTokens(reply: TokenReply, now = Date.now()): Tokens {
  const expiresAt = now + lifetimeOf(reply);
  const refreshToken = reply.refresh_token ?? local.get(STORAGE_KEYS.refreshToken);
  if (refreshToken !== null) local.set(STORAGE_KEYS.refreshToken, refreshToken);
  local.set(STORAGE_KEYS.expiresAt, String(expiresAt));
  if (reply.id_token !== undefined)
    local.set(IDP_STORAGE_KEY, JSON.stringify({ idToken: { idToken: reply.id_token, expiresAt } }));
  // Written last: other tabs take it as the signal that everything is stored.
  local.set(STORAGE_KEYS.accessToken, reply.access_token);
  return { accessToken: reply.access_token, refreshToken, expiresAt };
}

/** Takes tokens and origin address away; unsent input stays, and so does the verifier of a sign-in in another tab. */
export function clearTokens(): void {
  const { codeVerifier: _stays, ...keys } = STORAGE_KEYS;
  for (const key of Object.values(keys)) local.remove(key);
  local.remove(IDP_STORAGE_KEY);
}
