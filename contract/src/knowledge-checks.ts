import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ContentIdSchema, IdempotencyHeadersSchema, LockedSchema, SlugSchema } from './entities.ts';
import { ANSWERS_SHOWN } from './rules/attempt-rules.ts';

export const QuestionTypeSchema = v.picklist(['single-check', 'multi-check']);
export type QuestionType = v.InferOutput<typeof QuestionTypeSchema>;

export const QuestionSchema = v.object({
  questionKey: v.string(),
  /** Sanitised inline HTML. */
  question: v.string(),
  /** Sanitised HTML; empty when there is none. */
  description: v.string(),
  /** Sanitised HTML, shown on demand. */
  hint: v.nullable(v.string()),
  type: QuestionTypeSchema,
  options: v.array(v.object({ optionKey: v.string(), html: v.string() })),
});
export type Question = v.InferOutput<typeof QuestionSchema>;

export const AttemptRulesSchema = v.object({
  /** How many attempts a learner has; null: any number. With these or the next two, only by people who are logged in. */
  attempts: v.nullable(v.number()),
  /** Seconds from the beginning to the end; null: none. */
  timeLimit: v.nullable(v.number()),
  /** Seconds between a failed attempt and the next one. */
  pause: v.number(),
  /** When a result shows which options are right. */
  showAnswers: v.picklist(ANSWERS_SHOWN),
});

/** The public part of a knowledge check: never which options are right. */
export const KnowledgeCheckSchema = v.object({
  lessonId: v.string(),
  /** Sanitised HTML. */
  introContent: v.string(),
  /** Sanitised HTML, shown below the result. */
  closingContent: v.string(),
  /** Number of questions in an attempt. */
  totalQuestions: v.number(),
  /** Percent needed to pass; null: one right answer is enough. */
  passingMarks: v.nullable(v.number()),
  /** False: one attempt only, by signed-in learners. */
  canRetake: v.boolean(),
  /** What holds for attempts; servers of the edition before do not send it. */
  rules: v.optional(AttemptRulesSchema),
  /** All questions; empty for a locked lesson. */
  questions: v.array(QuestionSchema),
  locked: LockedSchema,
});
export type KnowledgeCheck = v.InferOutput<typeof KnowledgeCheckSchema>;

export const getKnowledgeCheck = defineCall({
  name: 'getKnowledgeCheck',
  method: 'GET',
  path: '/lessons/knowledge-check/details/:courseSlug/:lessonSlug',
  summary: 'The questions and options of a knowledge check, without the answers.',
  who: 'optional',
  reach: 'published',
  tenant: true,
  params: v.strictObject({ courseSlug: SlugSchema, lessonSlug: SlugSchema }),
  namesFiles: true,
  reply: KnowledgeCheckSchema,
});

/** The key of a question or of an option. */
export const OptionKeySchema = v.pipe(v.string(), v.minLength(1), v.maxLength(80));
const AttemptParamsSchema = v.strictObject({ attemptId: v.pipe(v.string(), v.uuid()) });

/** A question of an attempt, with the options chosen so far. */
export const AttemptQuestionSchema = v.object({
  ...QuestionSchema.entries,
  options: v.array(v.object({ optionKey: v.string(), html: v.string(), isChecked: v.boolean() })),
});
export type AttemptQuestion = v.InferOutput<typeof AttemptQuestionSchema>;

/** The marking of one question. */
export const QuestionResultSchema = v.object({
  questionKey: v.string(),
  isCorrect: v.boolean(),
  /** Keys of the right options; empty where the result does not show the answers. */
  correct: v.array(v.string()),
  /** The author's comments on options that were chosen or are right; sanitised HTML. */
  comments: v.array(v.object({ optionKey: v.string(), html: v.string() })),
  /** Sanitised HTML; null when there is none. */
  explanation: v.nullable(v.string()),
});
export type QuestionResult = v.InferOutput<typeof QuestionResultSchema>;

export const AttemptResultSchema = v.object({
  /** Questions answered right. */
  score: v.number(),
  total: v.number(),
  passed: v.boolean(),
  /** Whether it shows which options are right, or when one will; servers of the edition before always show it. */
  answers: v.optional(v.picklist(['shown', 'after-passing', 'never']), 'shown'),
  /** Sanitised inline HTML; empty where no passing grade is set. */
  message: v.string(),
  questions: v.array(QuestionResultSchema),
});
export type AttemptResult = v.InferOutput<typeof AttemptResultSchema>;

/** One attempt at a knowledge check. It keeps its questions, whatever is published later. */
export const AttemptSchema = v.object({
  attemptId: v.string(),
  lessonId: v.string(),
  /** Sanitised HTML. */
  introContent: v.string(),
  /** Sanitised HTML, shown below the result; empty before. */
  closingContent: v.string(),
  totalQuestions: v.number(),
  /** Percent needed to pass; null: one right answer is enough. */
  passingMarks: v.nullable(v.number()),
  /** False: it was the last attempt, and no other one was granted. */
  canRetake: v.boolean(),
  /** When another attempt may begin, after a pause; null: at once, or never. */
  retakeAt: v.optional(v.nullable(v.string()), null),
  startedAt: v.string(),
  /** When it is submitted by the server, whatever was answered; null: never. */
  endsAt: v.optional(v.nullable(v.string()), null),
  /** Seconds until then by the server's clock, at the moment of the reply; null: it has no end. */
  secondsLeft: v.optional(v.nullable(v.number()), null),
  /** Null while it is open. */
  submittedAt: v.nullable(v.string()),
  /** In the order in which they are shown. */
  questions: v.array(AttemptQuestionSchema),
  /** Null before the attempt is submitted. */
  result: v.nullable(AttemptResultSchema),
});
export type Attempt = v.InferOutput<typeof AttemptSchema>;

/** One entry of a learner's history. */
export const AttemptLineSchema = v.object({
  attemptId: v.string(),
  startedAt: v.string(),
  /** Null for the open one. */
  submittedAt: v.nullable(v.string()),
  /** Null before it is submitted. */
  score: v.nullable(v.number()),
  total: v.number(),
  passed: v.boolean(),
  /** False: it was the last attempt, and no other one was granted. */
  canRetake: v.boolean(),
  /** When another attempt may begin, after a pause; null: at once, or never. */
  retakeAt: v.optional(v.nullable(v.string()), null),
});
export type AttemptLine = v.InferOutput<typeof AttemptLineSchema>;

export const openAttempt = defineCall({
  name: 'openAttempt',
  method: 'POST',
  path: '/lessons/knowledge-check/attempts',
  summary:
    'The open attempt at a knowledge check, or a new one; the last submitted one where none is left or its pause is not over.',
  who: 'optional',
  reach: 'own',
  rateLimit: 'visitor-attempt',
  tenant: true,
  loader: false,
  body: v.strictObject({
    lessonId: ContentIdSchema,
    /** A visitor's attempt to continue. When a signed-in person sends it, it becomes theirs. */
    attemptId: v.optional(v.pipe(v.string(), v.uuid())),
  }),
  namesFiles: true,
  reply: AttemptSchema,
});

export const saveAnswer = defineCall({
  name: 'saveAnswer',
  method: 'PUT',
  path: '/lessons/knowledge-check/attempts/:attemptId',
  summary: 'Stores the chosen options of one question of an open attempt, in place of earlier ones.',
  who: 'optional',
  reach: 'own',
  tenant: true,
  loader: false,
  params: AttemptParamsSchema,
  body: v.strictObject({
    questionKey: OptionKeySchema,
    selected: v.pipe(v.array(OptionKeySchema), v.maxLength(1_000)),
  }),
  reply: v.object({ saved: v.literal(true) }),
});

export const submitAttempt = defineCall({
  name: 'submitAttempt',
  method: 'POST',
  path: '/lessons/knowledge-check/attempts/:attemptId/submit',
  summary: 'Submits and marks an attempt; submitting it again returns the same result.',
  who: 'optional',
  reach: 'own',
  tenant: true,
  loader: false,
  params: AttemptParamsSchema,
  headers: IdempotencyHeadersSchema,
  namesFiles: true,
  reply: AttemptResultSchema,
});

export const listAttempts = defineCall({
  name: 'listAttempts',
  method: 'GET',
  path: '/lessons/knowledge-check/attempts',
  summary: "The learner's own attempts at a knowledge check, the newest first.",
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  query: v.strictObject({ lessonId: ContentIdSchema }),
  reply: v.object({
    attempts: v.array(AttemptLineSchema),
    /** The submitted attempt with the highest share of right answers; null before the first. */
    best: v.nullable(AttemptLineSchema),
  }),
});

export const getAttempt = defineCall({
  name: 'getAttempt',
  method: 'GET',
  path: '/lessons/knowledge-check/attempts/:attemptId',
  summary:
    "One attempt with the chosen options, and its result once submitted. A signed-in person who reads a visitor's attempt takes it over.",
  who: 'optional',
  reach: 'own',
  tenant: true,
  loader: false,
  changes: true,
  params: AttemptParamsSchema,
  namesFiles: true,
  reply: AttemptSchema,
});
