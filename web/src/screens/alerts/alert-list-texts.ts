import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './alert-list-texts.de.ts';
import { en } from './alert-list-texts.en.ts';

export const alertListTexts = inLanguage({ en, de });
