import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './lab-session-texts.de.ts';
import { en } from './lab-session-texts.en.ts';

export const labSessionTexts = inLanguage({ en, de });
