import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './account-texts.de.ts';
import { en } from './account-texts.en.ts';

export const accountTexts = inLanguage({ en, de });
