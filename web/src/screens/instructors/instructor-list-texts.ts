import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './instructor-list-texts.de.ts';
import { en } from './instructor-list-texts.en.ts';

/** Words of the list of instructors. */
export const instructorListTexts = inLanguage({ en, de });
