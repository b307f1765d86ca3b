import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './lesson-keys-texts.de.ts';
import { en } from './lesson-keys-texts.en.ts';

export const lessonKeysTexts = inLanguage({ en, de });
