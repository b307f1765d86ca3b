import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './guide-texts.de.ts';
import { en } from './guide-texts.en.ts';

/** Texts of the screens of guides. */
export const guideTexts = inLanguage({ en, de });
