import { session } from '../lib/storage.ts';
import { navigate } from '../navigation/location.tsx';
import { urls } from '../navigation/urls.ts';
import type { FavoriteChange } from '../overlay/overlay.ts';
import { rememberOrigin } from './origin-address.ts';

const KEY = 'signInFavorite';
/** A visitor who signs in later than this no longer expects the favorite, ms. */
const VALID_MS = 30 * 60_000;

/** Leads a visitor to sign in, and stores the favorite that they chose for afterwards. */
export function signInForFavorite(change: FavoriteChange): void {
  session.set(KEY, JSON.stringify({ change, at: Date.now() }));
  rememberOrigin();
  navigate(urls.auth());
}

/** Takes the favorite that was chosen in this tab before signing in; null where there is none. */
export function takeFavoriteOfVisitor(): FavoriteChange | null {
  const stored = session.get(KEY);
  session.remove(KEY);
  try {
    const { change, at } = JSON.parse(stored ?? '') as { change: FavoriteChange; at: number };
    return Date.now() - at < VALID_MS ? change : null;
  } catch {
    return null;
  }
}
