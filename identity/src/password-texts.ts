import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './password-texts.de.ts';
import { en } from './password-texts.en.ts';

/** What is wrong with a new password. */
export const passwordTexts = inLanguage({ en, de });
