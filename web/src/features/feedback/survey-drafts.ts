import { draftsOf } from '../../forms/drafts.ts';

/** The input of the survey; the questions of an academy are passed to the modal. */
export const NO_ANSWERS = {
  /** Stars; 0: none. */
  rating: 0,
  moreComments: '',
  customQuestionAnswers: [] as readonly string[],
  /** Whether 'Other' is ticked. */
  hasOther: false,
  other: '',
  levels: [] as readonly string[],
  contactYou: false,
};

export const surveyDrafts = draftsOf('survey', NO_ANSWERS);
