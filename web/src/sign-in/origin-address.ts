import { STORAGE_KEYS } from '@academy/contract/constants';
import { splitLanguage } from '@academy/contract/i18n/address';
import { local } from '../lib/storage.ts';

/** Screens that are never returned to after signing in. */
export const NOT_A_GOAL = /^\/(auth|login|appLogout|not-found)(\/|$)/;

/** Stores where to go after signing in: the present address, unless it is one of the sign-in screens. */
export function rememberOrigin(): void {
  if (!NOT_A_GOAL.test(splitLanguage(location.pathname).path)) local.set(STORAGE_KEYS.originUri, location.href);
}
