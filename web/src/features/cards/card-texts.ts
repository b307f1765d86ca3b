import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './card-texts.de.ts';
import { en } from './card-texts.en.ts';

/** Cards of courses, guides and learning paths. */
export const cardTexts = inLanguage({ en, de });
