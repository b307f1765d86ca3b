import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './guide-list-texts.de.ts';
import { en } from './guide-list-texts.en.ts';

/** Words of the list of guides. */
export const guideListTexts = inLanguage({ en, de });
