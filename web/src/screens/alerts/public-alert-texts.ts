import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './public-alert-texts.de.ts';
import { en } from './public-alert-texts.en.ts';

export const publicAlertTexts = inLanguage({ en, de });
