import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './mailbox-texts.de.ts';
import { en } from './mailbox-texts.en.ts';

/** The local mailbox, for people who try the academy. */
export const mailboxTexts = inLanguage({ en, de });
