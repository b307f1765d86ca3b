import type { SurveyAnswers } from '../feedback.ts';
import { customAnswersRequired, levelsRequired, moreCommentsRequired, ratingRequired } from '../texts.ts';

/** The answers of a survey, as far as rules look at them. */
interface Survey {
  /** Stars; 0 and null: none. */
  rating: number | null;
  moreComments: string;
  answers: Pick<SurveyAnswers, 'levels' | 'customQuestionAnswers' | 'otherAnswer'>;
}

/** What is wrong with a survey, by field. */
export type SurveyProblems = Partial<Record<'rating' | 'moreComments' | 'customQuestionAnswers' | 'levels', string>>;

/**
 * What a survey must answer: stars or comments, a level, and the academy's own question where it has
 * one, by an option or in own words.
 */
export function surveyProblems({ rating, moreComments, answers }: Survey, hasCustomQuestion: boolean): SurveyProblems {
  const problems: SurveyProblems = {};
  if (!rating && moreComments.trim() === '') {
    problems.rating = ratingRequired;
    problems.moreComments = moreCommentsRequired;
  }
  if (hasCustomQuestion && answers.customQuestionAnswers.length === 0 && answers.otherAnswer.trim() === '')
    problems.customQuestionAnswers = customAnswersRequired;
  if (answers.levels.length === 0) problems.levels = levelsRequired;
  return problems;
}
