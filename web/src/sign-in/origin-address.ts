import { STORAGE_KEYS } from '@academy/contract/constants';
import { splitLanguage } from '@academy/contract/i18n/address';
import { local, session } from '../lib/storage.ts';

/** Screens that are never returned to after signing in. */
export const NOT_A_GOAL = /^\/(auth|login|appLogout|not-found)(\/|$)/;

/** Key of what a visitor pressed, see `action-after-sign-in.ts`. */
export const ACTION_AFTER_SIGN_IN = 'signInAction';

/**
 * Stores where to go after signing in: the present address, unless it is one of the sign-in screens. What was pressed for
 * an earlier sign-in is dropped: another person may begin this one.
 */
export function rememberOrigin(): void {
  if (NOT_A_GOAL.test(splitLanguage(location.pathname).path)) return;
  local.set(STORAGE_KEYS.originUri, location.href);
  session.remove(ACTION_AFTER_SIGN_IN);
}
