import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './lab-texts.de.ts';
import { en } from './lab-texts.en.ts';

export const labTexts = inLanguage({ en, de });
