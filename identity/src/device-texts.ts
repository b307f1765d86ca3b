import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './device-texts.de.ts';
import { en } from './device-texts.en.ts';

/** Browsers and systems by name. */
export const deviceTexts = inLanguage({ en, de });
