import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './second-factor-texts.de.ts';
import { en } from './second-factor-texts.en.ts';

/** Two-step verification: at log-in, in the account, and in mail about it. */
export const secondFactorTexts = inLanguage({ en, de });
