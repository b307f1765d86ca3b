import { inLanguage } from '../i18n/in-language.ts';
import { de } from './duration-texts.de.ts';
import { en } from './duration-texts.en.ts';

/** Parts of a duration. */
export const durationTexts = inLanguage({ en, de });
