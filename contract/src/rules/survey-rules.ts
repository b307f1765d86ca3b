import type { SurveyAnswers } from '../feedback.ts';
import { TEXTS } from '../texts.ts';

/** The answers of a survey that rules need. */
interface Survey {
  /** 1 to 5; 0 and null: no rating. */
  rating: number | null;
  moreComments: string;
  answers: Pick<SurveyAnswers, 'levels' | 'customQuestionAnswers' | 'otherAnswer'>;
}

/** Problems of a survey, by field. */
export type SurveyProblems = Partial<Record<'rating' | 'moreComments' | 'customQuestionAnswers' | 'levels', string>>;

/**
 * The required answers of a survey: a rating or comments, a level, and the academy's own question where it has one, by
 * an option or in free text.
 */
export function surveyProblems({ rating, moreComments, answers }: Survey, hasCustomQuestion: boolean): SurveyProblems {
  const problems: SurveyProblems = {};
  if (!rating && moreComments.trim() === '') {
    problems.rating = TEXTS.ratingRequired;
    problems.moreComments = TEXTS.moreCommentsRequired;
  }
  if (hasCustomQuestion && answers.customQuestionAnswers.length === 0 && answers.otherAnswer.trim() === '')
    problems.customQuestionAnswers = TEXTS.customAnswersRequired;
  if (answers.levels.length === 0) problems.levels = TEXTS.levelsRequired;
  return problems;
}
