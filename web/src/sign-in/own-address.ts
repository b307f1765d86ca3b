import { STORAGE_KEYS } from '@academy/contract/constants';
import { local } from '../lib/storage.ts';

/** Screens that nobody wants to come back to after signing in. */
const NOT_A_GOAL = /^\/(auth|login|appLogout|not-found)(\/|$)/;

/**
 * Where to go after signing in, once: path, query and hash of the stored address when it lies on the own origin, else
 * `/` (security rule 30).
 */
export function takeOrigin(): string {
  const stored = local.get(STORAGE_KEYS.originUri);
  local.remove(STORAGE_KEYS.originUri);
  return ownAddress(stored, location.origin);
}

/** @returns a path of our own, never an address that leads elsewhere */
export function ownAddress(address: string | null, origin: string): string {
  if (address === null || address === '') return '/';
  let url: URL;
  try {
    url = new URL(address, origin);
  } catch {
    return '/';
  }
  if (url.origin !== origin || NOT_A_GOAL.test(url.pathname)) return '/';
  // `//host` as a path would be read as another host.
  return `${url.pathname.replace(/^[/\\]+/, '/')}${url.search}${url.hash}`;
}
