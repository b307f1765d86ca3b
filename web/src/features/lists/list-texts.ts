import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './list-texts.de.ts';
import { en } from './list-texts.en.ts';

/** Filters, order and results of a list. */
export const listTexts = inLanguage({ en, de });
