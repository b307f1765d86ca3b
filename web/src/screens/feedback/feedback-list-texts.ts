import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './feedback-list-texts.de.ts';
import { en } from './feedback-list-texts.en.ts';

export const feedbackListTexts = inLanguage({ en, de });
