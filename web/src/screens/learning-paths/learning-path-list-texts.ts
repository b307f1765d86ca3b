import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './learning-path-list-texts.de.ts';
import { en } from './learning-path-list-texts.en.ts';

/** Words of the list of learning paths. */
export const learningPathListTexts = inLanguage({ en, de });
