import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './landing-texts.de.ts';
import { en } from './landing-texts.en.ts';

/** Texts of home for visitors, beside those of the brand. */
export const landingTexts = inLanguage({ en, de });
