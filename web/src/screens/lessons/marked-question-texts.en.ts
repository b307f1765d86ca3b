import { messages } from '@academy/contract/i18n/messages';

/** One question after it was answered, in a result or in the daily review. */
export const en = messages({
  question: 'Question {number}',
  right: 'Question {number}: right',
  wrong: 'Question {number}: wrong',
  notAnswered: 'Question {number}: not answered',
  yourChoice: 'Your choice',
  rightAnswer: 'Right answer',
  why: 'Explanation',
});
