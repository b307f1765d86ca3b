import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './token-texts.de.ts';
import { en } from './token-texts.en.ts';

export const tokenTexts = inLanguage({ en, de });
