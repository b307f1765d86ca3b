import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './contact-texts.de.ts';
import { en } from './contact-texts.en.ts';

export const contactTexts = inLanguage({ en, de });
