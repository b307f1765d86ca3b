import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './catalogue-texts.de.ts';
import { en } from './catalogue-texts.en.ts';

/** Sizes, levels, kinds and locks of courses, lessons and guides. */
export const catalogueTexts = inLanguage({ en, de });
