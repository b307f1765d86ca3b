import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './action-texts.de.ts';
import { en } from './action-texts.en.ts';

export const actionTexts = inLanguage({ en, de });
