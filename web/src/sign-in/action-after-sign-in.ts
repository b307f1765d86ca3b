import { session } from '../lib/storage.ts';
import { addToast } from '../lib/toasts.ts';
import { navigate } from '../navigation/location.tsx';
import { urls } from '../navigation/urls.ts';
import type { FavoriteChange } from '../overlay/overlay.ts';
import { ACTION_AFTER_SIGN_IN as KEY, rememberOrigin } from './origin-address.ts';

/** A visitor who signs in later than this no longer expects the action, ms. */
const VALID_MS = 30 * 60_000;

/** What visitors may ask for before they sign in. */
export interface VisitorActions {
  favorite: FavoriteChange;
  /** A lesson or guide to mark complete; without a course it is a guide. */
  completion: { lessonId: string; courseId: string | null; isLastLesson: boolean };
}

/**
 * Leads a visitor to sign in, and stores what they pressed for afterwards. It stays in this tab, and counts for the
 * sign-in that it starts: one that begins elsewhere drops it.
 *
 * @param why what they are told on the way
 */
export function signInFor<K extends keyof VisitorActions>(kind: K, action: VisitorActions[K], why?: string): void {
  if (why !== undefined) addToast({ type: 'info', message: why });
  rememberOrigin();
  session.set(KEY, JSON.stringify({ [kind]: action, at: Date.now() }));
  navigate(urls.auth());
}

/** Takes what was pressed in this tab before signing in, once; null where there is none of this kind. */
export function takeActionOfVisitor<K extends keyof VisitorActions>(kind: K): VisitorActions[K] | null {
  const { [kind]: action, at = 0 } = JSON.parse(session.get(KEY) ?? '{}') as Partial<VisitorActions> & { at?: number };
  if (action === undefined) return null;
  session.remove(KEY);
  return Date.now() - at < VALID_MS ? (action as VisitorActions[K]) : null;
}
