import { de } from './error-texts.de.ts';
import { en } from './error-texts.en.ts';
import { inLanguage } from './i18n/in-language.ts';

/** The public text of each error by its code: what is wrong, and what to do. */
export const ERROR_TEXTS = inLanguage({ en, de });
