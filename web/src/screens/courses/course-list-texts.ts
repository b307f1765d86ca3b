import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './course-list-texts.de.ts';
import { en } from './course-list-texts.en.ts';

/** Words of the list of courses. */
export const courseListTexts = inLanguage({ en, de });
