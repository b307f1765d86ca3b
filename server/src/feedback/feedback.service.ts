import { AcademyError } from '@academy/contract/errors';
import { type FeedbackSchema, SURVEY_SCHEMA, type SurveyAnswers } from '@academy/contract/feedback';
import { surveyProblems } from '@academy/contract/rules/survey-rules';
import type { Tenant } from '@academy/contract/tenants';
import type * as v from 'valibot';
import type { CoursesService } from '../courses/courses.service.ts';
import type { Database } from '../db/connect.ts';
import type { Scope, TenantScope } from '../scope.ts';
import { feedbackStore } from './feedback.store.ts';

type Given = v.InferOutput<typeof FeedbackSchema>;
type About = Pick<Given, 'feedbackableType' | 'feedbackableId' | 'courseId'>;

interface FeedbackServiceOptions {
  db: Database;
  courses: Pick<CoursesService, 'outline' | 'coursesOfLessons'>;
}

/** What learners and visitors say about lessons, courses and the academy. */
export function feedbackService({ db, courses }: FeedbackServiceOptions) {
  /** @throws AcademyError invalid-input when what it is about is not in this academy */
  async function expectAbout(tenantId: TenantScope, { feedbackableType, feedbackableId, courseId }: About) {
    if (feedbackableType === '') {
      if (feedbackableId !== null) throw unknown('feedbackableId');
      if (courseId !== null) throw unknown('courseId');
      return;
    }
    if (feedbackableId === null) throw unknown('feedbackableId');
    const isLesson = feedbackableType === 'lesson';
    const ofLesson = isLesson ? (await courses.coursesOfLessons(tenantId, [feedbackableId])).get(feedbackableId) : null;
    const course = isLesson ? ofLesson : feedbackableId;
    if (course == null || (await courses.outline(tenantId, { id: course })) === null) throw unknown('feedbackableId');
    if (courseId !== course) throw unknown('courseId');
  }

  return {
    /**
     * Keeps what somebody says.
     *
     * @param key of the sender; what comes with the same one again is kept once
     * @returns the id of what is kept
     * @throws AcademyError invalid-input
     */
    async keep({ tenant, tenantId, actor }: Scope, given: Given, key?: string): Promise<string> {
      await expectAbout(tenantId, given);
      const { feedbackableType, feedbackableId, courseId, schema, context, isBug } = given;
      return feedbackStore(db).keep(tenantId, {
        ...{ feedbackableType, feedbackableId, courseId, schema, context, isBug },
        ...(given.schema === SURVEY_SCHEMA
          ? { comments: given.moreCommentsVal, rating: given.rating || null, answers: answersOf(tenant, given) }
          : { comments: given.comments, rating: null, answers: {} }),
        personId: actor?.personId ?? null,
        // Nobody can be asked back who did not say who he or she is.
        allowContact: actor !== null && given.allowContact,
        idempotencyKey: key === undefined ? null : `${actor?.personId ?? 'visitor'} ${key}`,
      });
    },
  };
}

export type FeedbackService = ReturnType<typeof feedbackService>;

/** @throws AcademyError invalid-input when answers are missing, or are none of those that the academy offers */
function answersOf({ survey }: Tenant, given: Extract<Given, { schema: typeof SURVEY_SCHEMA }>): SurveyAnswers {
  const { feedback: answers, rating, moreCommentsVal: moreComments } = given;
  const own = survey.customQuestion;
  const [missing] = Object.entries(surveyProblems({ rating, moreComments, answers }, own !== ''));
  if (missing !== undefined) {
    const [field, message] = missing;
    throw new AcademyError('invalid-input', { message: `${field}: ${message}`, field });
  }
  const unknownOf = (keys: readonly string[], options: Tenant['survey']['options']) =>
    keys.some((key) => !options.some((option) => option.key === key));
  if (answers.customQuestion !== own) throw unknown('feedback.customQuestion');
  if (own === '' && answers.otherAnswer !== '') throw unknown('feedback.otherAnswer');
  if (unknownOf(answers.customQuestionAnswers, survey.options)) throw unknown('feedback.customQuestionAnswers');
  if (unknownOf(answers.levels, survey.levels)) throw unknown('feedback.levels');
  return {
    ...answers,
    levels: [...new Set(answers.levels)],
    customQuestionAnswers: [...new Set(answers.customQuestionAnswers)],
  };
}

function unknown(field: string): AcademyError {
  return new AcademyError('invalid-input', { message: `${field}: is not known here`, field });
}
