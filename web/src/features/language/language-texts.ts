import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './language-texts.de.ts';
import { en } from './language-texts.en.ts';

/** The choice of a language. */
export const languageTexts = inLanguage({ en, de });
