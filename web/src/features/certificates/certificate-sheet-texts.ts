import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './certificate-sheet-texts.de.ts';
import { en } from './certificate-sheet-texts.en.ts';

export const certificateSheetTexts = inLanguage({ en, de });
