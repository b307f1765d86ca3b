import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './ui-texts.de.ts';
import { en } from './ui-texts.en.ts';

export const uiTexts = inLanguage({ en, de });
