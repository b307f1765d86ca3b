import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './account-area-texts.de.ts';
import { en } from './account-area-texts.en.ts';

/** The owner's pages of an account: overview, password and address. */
export const accountAreaTexts = inLanguage({ en, de });
