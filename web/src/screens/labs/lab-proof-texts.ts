import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './lab-proof-texts.de.ts';
import { en } from './lab-proof-texts.en.ts';

export const labProofTexts = inLanguage({ en, de });
