import { inLanguage } from './i18n/in-language.ts';
import { de } from './texts.de.ts';
import { en } from './texts.en.ts';

/** What the browser itself says, and what both sides say of input. */
export const TEXTS = inLanguage({ en, de });
