import { STORAGE_KEYS } from '@academy/contract/constants';
import { splitLanguage, withLanguage } from '@academy/contract/i18n/address';
import { local } from '../lib/storage.ts';
import { NOT_A_GOAL } from './origin-address.ts';

/** What was stored, as it is; only good for `ownAddress`. */
export const storedOrigin = (): string | null => local.get(STORAGE_KEYS.originUri);

/** Where to go after signing in, once: `ownAddress` of what is stored. */
export function takeOrigin(stored = storedOrigin()): string {
  local.remove(STORAGE_KEYS.originUri);
  return ownAddress(stored, location.origin);
}

/**
 * Path, query and hash of an address of the own origin, else the home page in the present language.
 * @returns a path of this site, never an address elsewhere
 */
export function ownAddress(address: string | null, origin: string): string {
  let url: URL;
  try {
    url = new URL(address ?? withLanguage('/'), `${origin}/`);
  } catch {
    return withLanguage('/');
  }
  // Not `url.origin`: an address of another kind may claim the origin of the one inside it.
  const isOwn = `${url.protocol}//${url.host}` === origin && url.username === '' && url.password === '';
  if (!isOwn || NOT_A_GOAL.test(splitLanguage(url.pathname).path)) return withLanguage('/');
  // `//host` as a path would be read as another host.
  return `${url.pathname.replace(/^[/\\]+/, '/')}${url.search}${url.hash}`;
}
