import * as v from 'valibot';
import { defineCall } from './call.ts';
import { RATING_STARS } from './constants.ts';
import { defineExport } from './exports.ts';
import { HandlingChangeSchema, HandlingSchema, HandlingStateQuery } from './handling.ts';
import { PeriodQuery, SearchTextSchema, TablePageQuery } from './table-queries.ts';

/** Feedback as administrators read it. */
export const FeedbackItemSchema = v.object({
  feedbackId: v.string(),
  at: v.string(),
  /** Empty for the academy as a whole. */
  type: v.picklist(['lesson', 'course', '']),
  /** Present title of the lesson or course; empty for the academy as a whole. */
  title: v.string(),
  courseId: v.nullable(v.string()),
  /** Null where there is no course. */
  courseTitle: v.nullable(v.string()),
  lessonId: v.nullable(v.string()),
  /** Name of the form. */
  schema: v.string(),
  /** 1 to 5; null: no rating. */
  rating: v.nullable(v.number()),
  comments: v.string(),
  isBug: v.boolean(),
  /** Answers of a survey as texts; null for the simple form. */
  answers: v.nullable(v.array(v.object({ question: v.string(), answer: v.string() }))),
  context: v.object({ userAgent: v.string(), url: v.string(), route: v.string() }),
  isVisitor: v.boolean(),
  /** Null unless the writer agreed to be contacted. */
  writer: v.nullable(v.object({ name: v.string(), email: v.string() })),
  ...HandlingSchema.entries,
});
export type FeedbackItem = v.InferOutput<typeof FeedbackItemSchema>;

const StarsSchema = v.picklist(['none', ...Array.from({ length: RATING_STARS }, (_, index) => String(index + 1))]);
const IdSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** Filters of feedback. */
const FILTERS = {
  /** Every word must occur in the comments or the free answer, in any letter case. */
  q: SearchTextSchema,
  type: v.optional(v.picklist(['lesson', 'course', 'general'])),
  /** A course with its lessons. */
  course: v.optional(IdSchema),
  lesson: v.optional(IdSchema),
  /** 1 to 5, or `none`. */
  rating: v.optional(StarsSchema),
  bug: v.optional(v.picklist(['true', 'false'])),
  state: HandlingStateQuery,
  ...PeriodQuery,
};

export const listFeedback = defineCall({
  name: 'listFeedback',
  method: 'GET',
  path: '/admin/feedback',
  summary: 'Feedback of learners and visitors of an academy, newest first.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  query: v.strictObject({
    ...FILTERS,
    sortBy: v.optional(v.picklist(['at', 'rating']), 'at'),
    sortDir: v.optional(v.picklist(['asc', 'desc']), 'desc'),
    ...TablePageQuery,
  }),
  reply: v.object({
    result: v.object({
      content: v.array(FeedbackItemSchema),
      totalElements: v.number(),
      /** Courses that have feedback. */
      courses: v.array(v.object({ courseId: v.string(), title: v.string() })),
    }),
  }),
});

/** Ratings of one subject. */
export const RatingsSchema = v.object({
  type: v.picklist(['lesson', 'course', '']),
  /** Id of the lesson or course; null for the academy as a whole. */
  id: v.nullable(v.string()),
  courseId: v.nullable(v.string()),
  title: v.string(),
  courseTitle: v.nullable(v.string()),
  /** Number of ratings with one star, two stars ... */
  stars: v.array(v.number()),
  count: v.number(),
  average: v.number(),
});
export type Ratings = v.InferOutput<typeof RatingsSchema>;

/** Most subjects in the list of ratings. */
export const MAX_RATINGS = 200;

export const listRatings = defineCall({
  name: 'listRatings',
  method: 'GET',
  path: '/admin/feedback/ratings',
  summary: 'Ratings of the courses and lessons of an academy, those with the most ratings first.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  query: v.strictObject(PeriodQuery),
  reply: v.object({ result: v.array(RatingsSchema) }),
});

export const exportFeedback = defineExport({
  name: 'exportFeedback',
  file: 'feedback.csv',
  summary: 'Feedback as a CSV file, newest first.',
  reach: 'academy',
  query: v.strictObject(FILTERS),
});

export const handleFeedback = defineCall({
  name: 'handleFeedback',
  method: 'PUT',
  path: '/admin/feedback/:feedbackId',
  summary:
    'Sets state and note of feedback, and mails its writer an answer; 409 for a writer who did not agree to be contacted.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  params: v.strictObject({ feedbackId: v.pipe(v.string(), v.uuid()) }),
  body: HandlingChangeSchema,
  reply: HandlingSchema,
});
