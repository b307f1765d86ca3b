import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './share-texts.de.ts';
import { en } from './share-texts.en.ts';

export const shareTexts = inLanguage({ en, de });
