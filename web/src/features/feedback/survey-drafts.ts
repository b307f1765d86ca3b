import { draftsOf } from '../../forms/drafts.ts';

/** What the survey asks for; the questions of an academy come with the modal. */
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
