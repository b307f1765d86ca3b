import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ContentIdSchema, IdempotencyHeadersSchema } from './entities.ts';
import { OptionKeySchema, QuestionResultSchema, QuestionSchema } from './knowledge-checks.ts';
import { inputTexts } from './rules/input-texts.ts';

/** Why a question is in the review. */
export const REVIEW_REASONS = ['wrong', 'asked'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** A question due today, without its answers. */
export const ReviewQuestionSchema = v.object({
  ...QuestionSchema.entries,
  reviewId: v.string(),
  /** `wrong`: it was answered wrong; `asked`: the learner added it. */
  why: v.picklist(REVIEW_REASONS),
  /** The lesson of the question. */
  lesson: v.object({
    lessonId: v.string(),
    title: v.string(),
    slug: v.string(),
    courseTitle: v.string(),
    courseSlug: v.string(),
  }),
});
export type ReviewQuestion = v.InferOutput<typeof ReviewQuestionSchema>;

/** State of a learner's review today. */
export const ReviewSummarySchema = v.object({
  /** False: the learner has turned reviews off. */
  enabled: v.boolean(),
  /** Questions left for today. */
  due: v.number(),
  /** Questions answered today. */
  answered: v.number(),
  /** Number of right answers among them. */
  right: v.number(),
  /** Day of the next question after today's; null: none is waiting. */
  nextAt: v.nullable(v.string()),
});
export type ReviewSummary = v.InferOutput<typeof ReviewSummarySchema>;

/** Result of one answer. */
export const ReviewAnswerSchema = v.object({
  ...QuestionResultSchema.entries,
  /** Day on which it is asked again; null: it was right often enough and is done. */
  nextAt: v.nullable(v.string()),
});
export type ReviewAnswer = v.InferOutput<typeof ReviewAnswerSchema>;

const MomentSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check(
    (time) => !Number.isNaN(Date.parse(time)),
    () => inputTexts.moment,
  ),
);

const OwnDaySchema = v.strictObject({
  /**
   * When the learner's day ends, ISO 8601: questions are due by whole days, and only the browser knows the time zone.
   */
  dayEndsAt: MomentSchema,
  /** When it began, which is not 24 hours before on days when clocks change; by default 24 hours. */
  dayStartsAt: v.optional(MomentSchema),
});
export type OwnDay = v.InferOutput<typeof OwnDaySchema>;

export const getReviewSummary = defineCall({
  name: 'getReviewSummary',
  method: 'GET',
  path: '/reviews/summary',
  summary: "The state of the learner's review today, and whether reviews are turned on.",
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  query: OwnDaySchema,
  reply: ReviewSummarySchema,
});

export const listReviewQuestions = defineCall({
  name: 'listReviewQuestions',
  method: 'GET',
  path: '/reviews/list',
  summary: "The questions of the learner's review that are left for today, without the answers.",
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  query: OwnDaySchema,
  namesFiles: true,
  reply: v.object({ enabled: v.boolean(), questions: v.array(ReviewQuestionSchema) }),
});

export const answerReview = defineCall({
  name: 'answerReview',
  method: 'POST',
  path: '/reviews/answer',
  summary: 'Marks the answer to one question of the review. A question is rescheduled once a day, and once per key.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  headers: IdempotencyHeadersSchema,
  body: v.strictObject({
    reviewId: v.pipe(v.string(), v.uuid()),
    selected: v.pipe(v.array(OptionKeySchema), v.maxLength(1_000)),
    dayEndsAt: MomentSchema,
  }),
  namesFiles: true,
  reply: ReviewAnswerSchema,
});

export const listReviewMarks = defineCall({
  name: 'listReviewMarks',
  method: 'GET',
  path: '/reviews/marks',
  summary: 'The questions of a knowledge check from submitted attempts, and which of them are in the review.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  query: v.strictObject({ lessonId: ContentIdSchema }),
  reply: v.object({
    enabled: v.boolean(),
    questions: v.array(v.object({ questionKey: v.string(), asked: v.boolean() })),
  }),
});

export const setReviewMark = defineCall({
  name: 'setReviewMark',
  method: 'PUT',
  path: '/reviews/marks',
  summary: 'Adds a question of a submitted attempt to the review, or removes it.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  body: v.strictObject({ lessonId: ContentIdSchema, questionKey: OptionKeySchema, asked: v.boolean() }),
  reply: v.object({ asked: v.boolean() }),
});

export const setReviewEnabled = defineCall({
  name: 'setReviewEnabled',
  method: 'PUT',
  path: '/reviews/settings',
  summary: 'Turns the daily review off or on, in all academies; its questions stay.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  body: v.strictObject({ enabled: v.boolean() }),
  reply: v.object({ enabled: v.boolean() }),
});
