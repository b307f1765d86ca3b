import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './pager-texts.de.ts';
import { en } from './pager-texts.en.ts';

/** Links to the pages of a list. */
export const pagerTexts = inLanguage({ en, de });
