import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './alert-bar-texts.de.ts';
import { en } from './alert-bar-texts.en.ts';

export const alertBarTexts = inLanguage({ en, de });
