import { texts } from '@academy/contract/i18n/texts';
import { de } from './access-lock-texts.de.ts';

/** What stands in place of locked content. */
export const accessLockTexts = texts({
  locked: 'Locked',
  logInRegister: 'Log In / Register',
}).translated({ de });
