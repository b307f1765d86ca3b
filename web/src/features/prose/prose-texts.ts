import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './prose-texts.de.ts';
import { en } from './prose-texts.en.ts';

export const proseTexts = inLanguage({ en, de });
