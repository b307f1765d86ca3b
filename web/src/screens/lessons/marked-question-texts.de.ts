import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './marked-question-texts.en.ts';

export const de = messages({
  question: 'Frage {number}',
  right: 'Frage {number}: richtig',
  wrong: 'Frage {number}: falsch',
  notAnswered: 'Frage {number}: nicht beantwortet',
  yourChoice: 'Deine Auswahl',
  rightAnswer: 'Richtige Antwort',
  why: 'Erklärung',
} satisfies TranslationOf<typeof en>);
