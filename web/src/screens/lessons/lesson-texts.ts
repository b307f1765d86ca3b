import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './lesson-texts.de.ts';
import { en } from './lesson-texts.en.ts';

export const lessonTexts = inLanguage({ en, de });
