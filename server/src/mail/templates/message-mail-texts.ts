import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './message-mail-texts.de.ts';
import { en } from './message-mail-texts.en.ts';

/** Mails to an academy with feedback, and with messages of the contact form. */
export const messageMailTexts = inLanguage({ en, de });
