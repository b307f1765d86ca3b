import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './language-texts.en.ts';

export const de = messages({
  language: 'Sprache',
  originalOnly: 'Diesen Text gibt es nur auf {language}.',
} satisfies TranslationOf<typeof en>);
