import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './sign-in-help-texts.de.ts';
import { en } from './sign-in-help-texts.en.ts';

/** What an import of people says about its rows, and what keeps changes from being undone. */
export const signInHelpTexts = inLanguage({ en, de });
