import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './all-token-texts.de.ts';
import { en } from './all-token-texts.en.ts';

export const allTokenTexts = inLanguage({ en, de });
