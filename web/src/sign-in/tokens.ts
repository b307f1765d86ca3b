import { IDP_STORAGE_KEY, STORAGE_KEYS } from '@academy/contract/constants';
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
