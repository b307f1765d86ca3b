import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './alert-texts.de.ts';
import { en } from './alert-texts.en.ts';

export const alertTexts = inLanguage({ en, de });
