import { texts } from '@academy/contract/i18n/texts';
import { de } from './marked-question-texts.de.ts';

/** One question after it was answered, in a result or in the daily review. */
export const markedQuestionTexts = texts({
  question: 'Question {number}',
  right: 'Question {number}: right',
  wrong: 'Question {number}: wrong',
  notAnswered: 'Question {number}: not answered',
  yourChoice: 'Your choice',
  rightAnswer: 'Right answer',
  why: 'Explanation',
}).translated({ de });
