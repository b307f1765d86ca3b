import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './dialog-texts.de.ts';
import { en } from './dialog-texts.en.ts';

/** Texts of the dialogs that any screen can open, loaded with the first of them. */
export const dialogTexts = inLanguage({ en, de });
