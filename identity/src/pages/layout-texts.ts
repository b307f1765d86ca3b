import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './layout-texts.de.ts';
import { en } from './layout-texts.en.ts';

/** The frame of the pages of signing in. */
export const layoutTexts = inLanguage({ en, de });
