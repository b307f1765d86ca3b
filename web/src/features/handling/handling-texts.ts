import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './handling-texts.de.ts';
import { en } from './handling-texts.en.ts';

export const handlingTexts = inLanguage({ en, de });
