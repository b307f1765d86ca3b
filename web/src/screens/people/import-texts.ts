import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './import-texts.de.ts';
import { en } from './import-texts.en.ts';

export const importTexts = inLanguage({ en, de });
