import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './managed-email-texts.de.ts';
import { en } from './managed-email-texts.en.ts';

export const managedEmailTexts = inLanguage({ en, de });
