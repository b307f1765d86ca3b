import { texts } from '@academy/contract/i18n/texts';
import { de } from './knowledge-check-texts.de.ts';

/** The page of a knowledge check, before an attempt. */
export const knowledgeCheckTexts = texts({
  knowledgeCheck: 'Knowledge check',
  description: 'The questions of a knowledge check, with all their options.',
  kicker: '<link>Lesson</link> · Knowledge check',
  questionsOf: '{totalQuestions} of {count} questions per attempt',
  questions: '{count, plural, one {# question} other {# questions}}',
  needed: '{passingMarks} % needed to pass',
  take: 'Take this check',
  logInToStart: 'Log in to start',
  seeResult: 'See your result',
  continue: 'Continue',
  retake: 'Retake',
  start: 'Start',
  best: 'Your best result: {score} of {total} right.',
  bestPassed: 'Your best result: {score} of {total} right, passed.',
  once: 'You can submit this check only once.',
  granted: 'You got one more attempt at this check. You can submit it once.',
  noAccount: 'You can take this check without an account. Log in to keep your result.',
  savedAtOnce: 'Each answer is saved as soon as you choose it.',
  attempts: 'Your attempts ({count})',
  attemptPassed: '{score} of {total} right, passed',
  attemptNotPassed: '{score} of {total} right, not passed',
  reviewOf: 'Review the attempt of {when}',
  review: 'Review',
  oneRight: 'Question {number} · One answer is right',
  severalRight: 'Question {number} · Several answers may be right',
  optionsOf: 'Options of question {number}',
  hint: 'Hint',
}).translated({ de });
