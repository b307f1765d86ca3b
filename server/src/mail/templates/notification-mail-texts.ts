import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './notification-mail-texts.de.ts';
import { en } from './notification-mail-texts.en.ts';

/** Mails that learners turned on. */
export const notificationMailTexts = inLanguage({ en, de });
