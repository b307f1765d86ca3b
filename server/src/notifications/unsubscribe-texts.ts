import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './unsubscribe-texts.de.ts';
import { en } from './unsubscribe-texts.en.ts';

/** The pages behind the unsubscribe links of mails. */
export const unsubscribeTexts = inLanguage({ en, de });
