import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './publishing-texts.de.ts';
import { en } from './publishing-texts.en.ts';

export const publishingTexts = inLanguage({ en, de });
