import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './marked-question-texts.de.ts';
import { en } from './marked-question-texts.en.ts';

export const markedQuestionTexts = inLanguage({ en, de });
