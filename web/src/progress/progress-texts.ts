import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './progress-texts.de.ts';
import { en } from './progress-texts.en.ts';

/** Messages about what learners do. */
export const progressTexts = inLanguage({ en, de });
