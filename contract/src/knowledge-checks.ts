import * as v from 'valibot';
import { defineCall } from './call.ts';
import { LockedSchema, SlugSchema } from './entities.ts';

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

/** What everybody may know of a knowledge check: never which options are right. */
export const KnowledgeCheckSchema = v.object({
  lessonId: v.string(),
  /** Sanitised HTML. */
  introContent: v.string(),
  /** Sanitised HTML, shown below the result. */
  closingContent: v.string(),
  /** How many questions an attempt asks. */
  totalQuestions: v.number(),
  /** Percent needed; null: every finished attempt counts as passed. */
  passingMarks: v.nullable(v.number()),
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
  tenant: true,
  params: v.strictObject({ courseSlug: SlugSchema, lessonSlug: SlugSchema }),
  reply: KnowledgeCheckSchema,
});
