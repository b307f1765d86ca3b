import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './own-certificates-texts.de.ts';
import { en } from './own-certificates-texts.en.ts';

export const ownCertificatesTexts = inLanguage({ en, de });
