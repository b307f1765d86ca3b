import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './knowledge-check-texts.en.ts';

export const de = messages({
  knowledgeCheck: 'Wissenstest',
  description: 'Die Fragen eines Wissenstests mit allen Antworten.',
  kicker: '<link>Lektion</link> · Wissenstest',
  questionsOf: '{totalQuestions} von {count} Fragen je Versuch',
  questions: '{count, plural, one {# Frage} other {# Fragen}}',
  needed: '{passingMarks} % zum Bestehen nötig',
  take: 'Diesen Wissenstest machen',
  logInToStart: 'Anmelden und beginnen',
  seeResult: 'Ergebnis ansehen',
  continue: 'Fortsetzen',
  retake: 'Wiederholen',
  start: 'Beginnen',
  best: 'Dein bestes Ergebnis: {score} von {total} richtig.',
  bestPassed: 'Dein bestes Ergebnis: {score} von {total} richtig, bestanden.',
  once: 'Du kannst diesen Wissenstest nur einmal abgeben.',
  granted: 'Du hast einen weiteren Versuch bekommen. Du kannst ihn einmal abgeben.',
  noAccount: 'Du brauchst kein Konto. Melde dich an, um dein Ergebnis zu behalten.',
  savedAtOnce: 'Jede Antwort wird sofort gespeichert.',
  attempts: 'Deine Versuche ({count})',
  attemptPassed: '{score} von {total} richtig, bestanden',
  attemptNotPassed: '{score} von {total} richtig, nicht bestanden',
  reviewOf: 'Ansehen: Versuch vom {when}',
  review: 'Ansehen',
  oneRight: 'Frage {number} · Eine Antwort ist richtig',
  severalRight: 'Frage {number} · Mehrere Antworten können richtig sein',
  optionsOf: 'Antworten zu Frage {number}',
  hint: 'Tipp',
} satisfies TranslationOf<typeof en>);
