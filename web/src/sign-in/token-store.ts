import { IDP_STORAGE_KEY, STORAGE_KEYS } from '@academy/contract/constants';
import type { TokenReply } from '@academy/contract/sign-in';
import { local } from '../lib/storage.ts';
import type { Tokens } from './tokens.ts';

/** Stores what the token endpoint answered. A reply without a refresh or id token keeps the ones at hand. */
export function storeTokens(reply: TokenReply, now = Date.now()): Tokens {
  const expiresAt = now + reply.expires_in * 1000;
  const refreshToken = reply.refresh_token ?? local.get(STORAGE_KEYS.refreshToken);
  if (refreshToken !== null) local.set(STORAGE_KEYS.refreshToken, refreshToken);
  local.set(STORAGE_KEYS.expiresAt, String(expiresAt));
  if (reply.id_token !== undefined)
    local.set(IDP_STORAGE_KEY, JSON.stringify({ idToken: { idToken: reply.id_token, expiresAt } }));
  // Last, because other tabs take it as the sign that all is there.
  local.set(STORAGE_KEYS.accessToken, reply.access_token);
  return { accessToken: reply.access_token, refreshToken, expiresAt };
}

/** Takes tokens and origin address away; unsent input stays. */
export function clearTokens(): void {
  for (const key of Object.values(STORAGE_KEYS)) local.remove(key);
  local.remove(IDP_STORAGE_KEY);
}
