import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './stats-texts.de.ts';
import { en } from './stats-texts.en.ts';

export const statsTexts = inLanguage({ en, de });
