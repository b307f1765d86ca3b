import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './view-as-texts.de.ts';
import { en } from './view-as-texts.en.ts';

export const viewAsTexts = inLanguage({ en, de });
