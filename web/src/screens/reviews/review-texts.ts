import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './review-texts.de.ts';
import { en } from './review-texts.en.ts';

export const reviewTexts = inLanguage({ en, de });
