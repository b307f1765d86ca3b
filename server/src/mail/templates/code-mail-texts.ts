import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './code-mail-texts.de.ts';
import { en } from './code-mail-texts.en.ts';

/** The mail with the code that verifies an address; what it is for by the type of the address. */
export const codeMailTexts = inLanguage({ en, de });
