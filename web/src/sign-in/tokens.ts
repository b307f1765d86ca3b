import { IDP_STORAGE_KEY, STORAGE_KEYS } from '@academy/contract/constants';
import { local } from '../lib/storage.ts';

/** The stored session: the five keys of specification 9 and the provider's own entry. */
export interface Tokens {
  accessToken: string;
  refreshToken: string | null;
  /** Unix ms. */
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

/** The access token when it is stored and its expiry lies in the future; only then may it be sent. */
export function usableAccessToken(now = Date.now()): string | null {
  const tokens = storedTokens();
  return tokens !== null && tokens.expiresAt > now ? tokens.accessToken : null;
}

/** The id token of the provider's entry, for the cached call style. */
export function usableIdToken(now = Date.now()): string | null {
  const entry = idTokenEntry();
  return entry !== null && entry.expiresAt > now ? entry.idToken : null;
}

/** The stored id token even when it has expired: its claims say who is signed in. */
export const storedIdToken = (): string | null => idTokenEntry()?.idToken ?? null;

function idTokenEntry(): { idToken: string; expiresAt: number } | null {
  try {
    const entry = JSON.parse(local.get(IDP_STORAGE_KEY) ?? 'null')?.idToken;
    return typeof entry?.idToken === 'string' ? { idToken: entry.idToken, expiresAt: Number(entry.expiresAt) } : null;
  } catch {
    return null;
  }
}
