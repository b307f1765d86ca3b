import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './content-page-texts.de.ts';
import { en } from './content-page-texts.en.ts';

/** Pages of the academy. */
export const contentPageTexts = inLanguage({ en, de });
