import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './admin-head-texts.de.ts';
import { en } from './admin-head-texts.en.ts';

export const adminHeadTexts = inLanguage({ en, de });
