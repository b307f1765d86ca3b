import * as v from 'valibot';
import { defineCall } from './call.ts';
import { RATING_STARS } from './constants.ts';
import { IdempotencyHeadersSchema } from './entities.ts';
import { inputTexts } from './rules/input-texts.ts';
import { TenantIdSchema } from './tenants.ts';
import { TEXTS } from './texts.ts';

/** Names of the simple form, by subject; empty stands for the academy as a whole. */
export const FEEDBACK_SCHEMAS = { lesson: 'lesson-v2', course: 'course-v1', '': 'tenant-v1' } as const;
export type FeedbackableType = keyof typeof FEEDBACK_SCHEMAS;

/** Name of the survey's form, for all subjects. */
export const SURVEY_SCHEMA = 'tenant-survey-v1';

/** Longest comment, in characters. */
export const FEEDBACK_COMMENTS_MAX = 5_000;
/** Longest free answer to the academy's own question, in characters. */
export const OTHER_ANSWER_MAX = 500;
/** Stored lengths of the browser and page of feedback, in characters. */
export const FEEDBACK_CONTEXT_MAX = { userAgent: 500, url: 2_000, route: 200 } as const;

const IdSchema = v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(200)));
const commentText = v.pipe(v.string(), v.trim(), v.maxLength(FEEDBACK_COMMENTS_MAX));
const contextText = (max: number) => v.pipe(v.string(), v.maxLength(max, `must have at most ${max} characters`));

/** Fields of both forms. */
const Common = {
  feedbackableType: v.picklist(['lesson', 'course', '']),
  /** Lesson or course; null for the academy as a whole. */
  feedbackableId: IdSchema,
  /** The course, or the course of the lesson. */
  courseId: IdSchema,
  tenantId: v.optional(TenantIdSchema),
  /** Ignored for visitors. */
  allowContact: v.boolean(),
  context: v.strictObject({
    userAgent: contextText(FEEDBACK_CONTEXT_MAX.userAgent),
    url: contextText(FEEDBACK_CONTEXT_MAX.url),
    route: contextText(FEEDBACK_CONTEXT_MAX.route),
  }),
};

/** Fields of the simple form. */
const SimpleSchema = v.strictObject({
  ...Common,
  schema: v.picklist(Object.values(FEEDBACK_SCHEMAS)),
  comments: v.pipe(
    commentText,
    v.minLength(1, () => TEXTS.commentsRequired),
  ),
  isBug: v.boolean(),
  /** Of surveys only; the simple form leaves them empty. */
  rating: v.optional(v.null()),
  feedback: v.optional(v.null()),
  moreCommentsVal: v.optional(v.literal('')),
});

const KeysSchema = v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(50));

/** Fields of the survey. Which answers are required depends on the academy: `rules/survey-rules.ts`. */
const SurveySchema = v.strictObject({
  ...Common,
  schema: v.literal(SURVEY_SCHEMA),
  comments: v.literal(''),
  isBug: v.literal(false),
  /** 1 to 5; 0 and null: no rating. */
  rating: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(RATING_STARS))),
  feedback: v.strictObject({
    levels: KeysSchema,
    /** Name of the academy's own question; empty where it has none. */
    customQuestion: v.picklist(['spring-projects', 'tanzu-products', '']),
    customQuestionAnswers: KeysSchema,
    otherAnswer: v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(OTHER_ANSWER_MAX, `must have at most ${OTHER_ANSWER_MAX} characters`),
    ),
  }),
  moreCommentsVal: commentText,
});

/** Either form. */
export const FeedbackSchema = v.pipe(
  v.variant('schema', [SimpleSchema, SurveySchema]),
  v.forward(
    v.check(
      ({ feedbackableType, schema }) => schema === SURVEY_SCHEMA || FEEDBACK_SCHEMAS[feedbackableType] === schema,
      () => inputTexts.anotherForm,
    ),
    ['schema'],
  ),
);
export type Feedback = v.InferInput<typeof FeedbackSchema>;
export type SurveyAnswers = v.InferOutput<typeof SurveySchema>['feedback'];

/** One option of a question of the survey. */
const OptionSchema = v.object({ key: v.string(), value: v.string(), checked: v.literal(false) });
export type SurveyOption = v.InferOutput<typeof OptionSchema>;

export const getFeedbackQuestions = defineCall({
  name: 'getFeedbackQuestions',
  method: 'GET',
  path: '/feedback/questions',
  summary: 'The questions and options of the survey of an academy.',
  who: 'anyone',
  reach: 'nothing',
  tenant: true,
  reply: v.object({
    /** Options of the academy's own question; empty where it has none. */
    customQuestion: v.array(OptionSchema),
    level: v.array(OptionSchema),
  }),
});
export type FeedbackQuestions = v.InferOutput<typeof getFeedbackQuestions.reply>;

export const sendFeedback = defineCall({
  name: 'sendFeedback',
  method: 'POST',
  path: '/feedback',
  summary: 'Stores feedback about a lesson, a course or the academy.',
  who: 'optional',
  reach: 'own',
  rateLimit: 'visitor-message',
  tenant: true,
  headers: IdempotencyHeadersSchema,
  body: FeedbackSchema,
  reply: v.object({ id: v.string() }),
});
