import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './lab-start-texts.de.ts';
import { en } from './lab-start-texts.en.ts';

export const labStartTexts = inLanguage({ en, de });
