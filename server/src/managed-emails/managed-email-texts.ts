import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './managed-email-texts.de.ts';
import { en } from './managed-email-texts.en.ts';

/** What people are told of the addresses that they manage. */
export const managedEmailTexts = inLanguage({ en, de });
