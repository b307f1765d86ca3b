import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './impersonation-texts.de.ts';
import { en } from './impersonation-texts.en.ts';

/** The end of viewing an academy as somebody else. */
export const impersonationTexts = inLanguage({ en, de });
