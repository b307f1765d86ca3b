import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './search-texts.de.ts';
import { en } from './search-texts.en.ts';

export const searchTexts = inLanguage({ en, de });
