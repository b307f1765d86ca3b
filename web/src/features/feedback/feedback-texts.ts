import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './feedback-texts.de.ts';
import { en } from './feedback-texts.en.ts';

export const feedbackTexts = inLanguage({ en, de });
