import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './health-texts.de.ts';
import { en } from './health-texts.en.ts';

export const healthTexts = inLanguage({ en, de });
