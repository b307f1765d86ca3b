import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './learning-path-texts.de.ts';
import { en } from './learning-path-texts.en.ts';

/** Texts of the screens of learning paths. */
export const learningPathTexts = inLanguage({ en, de });
