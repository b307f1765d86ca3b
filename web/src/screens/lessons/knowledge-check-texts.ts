import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './knowledge-check-texts.de.ts';
import { en } from './knowledge-check-texts.en.ts';

export const knowledgeCheckTexts = inLanguage({ en, de });
