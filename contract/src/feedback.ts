import * as v from 'valibot';
import { defineCall } from './call.ts';
import { IdempotencyHeadersSchema } from './entities.ts';
import { TenantIdSchema } from './tenants.ts';
import { commentsRequired } from './texts.ts';

/** Name of the form that is sent, by what it is about (specification 9); empty stands for the academy as a whole. */
export const FEEDBACK_SCHEMAS = { lesson: 'lesson-v2', course: 'course-v1', '': 'tenant-v1' } as const;
export type FeedbackableType = keyof typeof FEEDBACK_SCHEMAS;

/** Longest comment, in characters. */
export const FEEDBACK_COMMENTS_MAX = 5_000;
/** What is kept of the place in which feedback was written, in characters. */
export const FEEDBACK_CONTEXT_MAX = { userAgent: 500, url: 2_000, route: 200 } as const;

const IdSchema = v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(200)));
const contextText = (most: number) => v.pipe(v.string(), v.maxLength(most, `must have at most ${most} characters`));

/** What the simple form sends (specification 3). */
export const FeedbackSchema = v.pipe(
  v.strictObject({
    feedbackableType: v.picklist(['lesson', 'course', '']),
    /** Lesson or course; null for the academy as a whole. */
    feedbackableId: IdSchema,
    /** The course, or the course of the lesson. */
    courseId: IdSchema,
    tenantId: v.optional(TenantIdSchema),
    schema: v.picklist(Object.values(FEEDBACK_SCHEMAS)),
    comments: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, commentsRequired),
      v.maxLength(FEEDBACK_COMMENTS_MAX, 'must have at most 5,000 characters'),
    ),
    isBug: v.boolean(),
    /** Counts for signed-in people only. */
    allowContact: v.boolean(),
    context: v.strictObject({
      userAgent: contextText(FEEDBACK_CONTEXT_MAX.userAgent),
      url: contextText(FEEDBACK_CONTEXT_MAX.url),
      route: contextText(FEEDBACK_CONTEXT_MAX.route),
    }),
    /** Of surveys only; the simple form leaves them empty. */
    rating: v.optional(v.null()),
    feedback: v.optional(v.null()),
    moreCommentsVal: v.optional(v.literal('')),
  }),
  v.forward(
    v.check(({ feedbackableType, schema }) => FEEDBACK_SCHEMAS[feedbackableType] === schema, 'is another form'),
    ['schema'],
  ),
);
export type Feedback = v.InferInput<typeof FeedbackSchema>;

export const sendFeedback = defineCall({
  name: 'sendFeedback',
  method: 'POST',
  path: '/feedback',
  summary: 'Keeps what somebody says about a lesson, a course or the academy.',
  who: 'optional',
  tenant: true,
  headers: IdempotencyHeadersSchema,
  body: FeedbackSchema,
  reply: v.object({ id: v.string() }),
});
