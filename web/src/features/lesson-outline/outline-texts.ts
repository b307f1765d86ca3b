import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './outline-texts.de.ts';
import { en } from './outline-texts.en.ts';

export const outlineTexts = inLanguage({ en, de });
