import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './certificate-link-texts.de.ts';
import { en } from './certificate-link-texts.en.ts';

export const certificateLinkTexts = inLanguage({ en, de });
