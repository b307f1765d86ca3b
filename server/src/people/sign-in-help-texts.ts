import { texts } from '@academy/contract/i18n/texts';
import { de } from './sign-in-help-texts.de.ts';

/** What an import of people says about its rows, and what keeps changes from being undone. */
export const signInHelpTexts = texts({
  own: 'This is your own account. Change how you log in under My account.',
  elsewhere: 'This account is managed where the person logs in.',
}).translated({ de });
