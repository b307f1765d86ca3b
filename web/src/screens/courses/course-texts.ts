import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './course-texts.de.ts';
import { en } from './course-texts.en.ts';

/** Texts of the screens of courses. */
export const courseTexts = inLanguage({ en, de });
