import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './auth-texts.de.ts';
import { en } from './auth-texts.en.ts';

export const authTexts = inLanguage({ en, de });
