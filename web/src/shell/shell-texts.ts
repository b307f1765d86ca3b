import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './shell-texts.de.ts';
import { en } from './shell-texts.en.ts';

/** Texts around every screen: header, sidebar, footer and the error fallback. */
export const shellTexts = inLanguage({ en, de });
