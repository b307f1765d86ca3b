import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './navigation-texts.de.ts';
import { en } from './navigation-texts.en.ts';

/** Screens that do not load. */
export const navigationTexts = inLanguage({ en, de });
