import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './sign-in-texts.de.ts';
import { en } from './sign-in-texts.en.ts';

/** Texts of the screens of logging in. */
export const signInTexts = inLanguage({ en, de });
