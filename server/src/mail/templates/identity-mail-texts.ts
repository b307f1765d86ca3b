import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './identity-mail-texts.de.ts';
import { en } from './identity-mail-texts.en.ts';

/** Mail about accounts and log-ins. */
export const identityMailTexts = inLanguage({ en, de });
