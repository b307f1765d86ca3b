import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './certificate-texts.de.ts';
import { en } from './certificate-texts.en.ts';

/** What a certificate says by itself. */
export const certificateTexts = inLanguage({ en, de });
