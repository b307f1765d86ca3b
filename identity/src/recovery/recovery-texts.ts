import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './recovery-texts.de.ts';
import { en } from './recovery-texts.en.ts';

/** What an owner is asked after an account was recovered by mail. */
export const recoveryTexts = inLanguage({ en, de });
