import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './admin-texts.de.ts';
import { en } from './admin-texts.en.ts';

export const adminTexts = inLanguage({ en, de });
