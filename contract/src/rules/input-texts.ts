import { inLanguage } from '../i18n/in-language.ts';
import { de } from './input-texts.de.ts';
import { en } from './input-texts.en.ts';

/** What is wrong with an input, behind the name of its field. */
export const inputTexts = inLanguage({ en, de });
