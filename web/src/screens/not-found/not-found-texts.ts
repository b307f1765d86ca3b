import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './not-found-texts.de.ts';
import { en } from './not-found-texts.en.ts';

export const notFoundTexts = inLanguage({ en, de });
