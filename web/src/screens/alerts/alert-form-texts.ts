import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './alert-form-texts.de.ts';
import { en } from './alert-form-texts.en.ts';

export const alertFormTexts = inLanguage({ en, de });
