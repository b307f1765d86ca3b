import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './sign-in-page-texts.de.ts';
import { en } from './sign-in-page-texts.en.ts';

/** Logging in, registering, logging out, and the notices of these pages. */
export const signInPageTexts = inLanguage({ en, de });
