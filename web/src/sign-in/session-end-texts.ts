import { texts } from '@academy/contract/i18n/texts';
import { de } from './session-end-texts.de.ts';

/** Why a learner was logged out who did not log out. */
export const sessionEndTexts = texts({
  expired: 'You were logged out because your session expired.',
  ended: 'You were logged out because your session was ended elsewhere: by a log-out, a new password or an admin.',
  removed: 'You were logged out because your account was deleted.',
  unknown: 'You were logged out because your session has ended.',
}).translated({ de });
