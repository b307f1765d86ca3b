import { storedIdToken, storedTokens } from './tokens.ts';

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
