import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './attempt-texts.de.ts';
import { en } from './attempt-texts.en.ts';

export const attemptTexts = inLanguage({ en, de });
