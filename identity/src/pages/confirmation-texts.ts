import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './confirmation-texts.de.ts';
import { en } from './confirmation-texts.en.ts';

/** Confirming an address and choosing a new password: the pages behind mailed links, and those that wait for a code. */
export const confirmationTexts = inLanguage({ en, de });
