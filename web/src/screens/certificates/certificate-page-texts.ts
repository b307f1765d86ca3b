import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './certificate-page-texts.de.ts';
import { en } from './certificate-page-texts.en.ts';

export const certificatePageTexts = inLanguage({ en, de });
