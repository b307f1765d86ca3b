import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './instructor-texts.de.ts';
import { en } from './instructor-texts.en.ts';

/** Texts of the screens of instructors. */
export const instructorTexts = inLanguage({ en, de });
