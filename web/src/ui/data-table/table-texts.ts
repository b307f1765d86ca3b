import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './table-texts.de.ts';
import { en } from './table-texts.en.ts';

export const tableTexts = inLanguage({ en, de });
