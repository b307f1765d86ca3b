import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './on-this-page-texts.de.ts';
import { en } from './on-this-page-texts.en.ts';

export const onThisPageTexts = inLanguage({ en, de });
