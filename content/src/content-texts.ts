import { inLanguage } from '@academy/contract/i18n/in-language';
import { buildLanguage } from './build-language.ts';
import { de } from './content-texts.de.ts';
import { en } from './content-texts.en.ts';

/** Labels within the texts of authors. */
export const contentTexts = inLanguage({ en, de }, buildLanguage);
