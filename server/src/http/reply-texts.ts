import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './reply-texts.de.ts';
import { en } from './reply-texts.en.ts';

/** What calls answer when they refuse or thank, beyond the texts of the error codes. */
export const replyTexts = inLanguage({ en, de });
