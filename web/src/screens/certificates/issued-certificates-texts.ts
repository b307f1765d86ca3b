import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './issued-certificates-texts.de.ts';
import { en } from './issued-certificates-texts.en.ts';

export const issuedCertificatesTexts = inLanguage({ en, de });
