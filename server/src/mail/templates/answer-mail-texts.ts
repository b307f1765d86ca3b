import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './answer-mail-texts.de.ts';
import { en } from './answer-mail-texts.en.ts';

/** The mail to admins about a change of somebody’s rights. */
export const answerMailTexts = inLanguage({ en, de });
