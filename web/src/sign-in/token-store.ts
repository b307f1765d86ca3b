import { IDP_STORAGE_KEY, STORAGE_KEYS } from '@academy/contract/constants';
import type { TokenReply } from '@academy/contract/sign-in';
import { local } from '../lib/storage.ts';
import type { Tokens } from './tokens.ts';

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
