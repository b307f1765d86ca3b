import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './route-texts.de.ts';
import { en } from './route-texts.en.ts';

/** Titles of the screens. */
export const routeTexts = inLanguage({ en, de });
