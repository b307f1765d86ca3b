import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './contact-messages-texts.de.ts';
import { en } from './contact-messages-texts.en.ts';

export const contactMessagesTexts = inLanguage({ en, de });
