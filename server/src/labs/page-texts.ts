import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './page-texts.de.ts';
import { en } from './page-texts.en.ts';

export const pageTexts = inLanguage({ en, de });
