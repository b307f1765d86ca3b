import * as v from 'valibot';
import { defineCall } from './call.ts';
import { FileReplySchema } from './exports.ts';

export const RECORD_FORMATS = ['csv', 'pdf'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

const count = v.pipe(v.number(), v.integer());
const moment = v.nullable(v.string());

/** What a learner has done in an academy, the last first. */
export const LearningRecordSchema = v.object({
  name: v.string(),
  /** When it was put together. */
  madeAt: v.string(),
  courses: v.array(
    v.object({
      courseId: v.string(),
      title: v.string(),
      beganAt: v.string(),
      /** When the last lesson was completed; null while some are not. */
      completedAt: moment,
      lessonsDone: count,
      lessons: count,
      /** Time between the learner's recorded steps, pauses of more than 30 minutes left out: an estimate. */
      seconds: count,
      lastSeenAt: v.string(),
    }),
  ),
  checks: v.array(
    v.object({
      lessonId: v.string(),
      title: v.string(),
      course: v.nullable(v.string()),
      /** Submitted ones. */
      attempts: count,
      /** Percent. */
      bestResult: v.nullable(count),
      passed: v.boolean(),
      lastAt: v.string(),
    }),
  ),
  certificates: v.array(
    v.object({ certificateId: v.string(), title: v.string(), issuedAt: v.string(), isRevoked: v.boolean() }),
  ),
});
export type LearningRecord = v.InferOutput<typeof LearningRecordSchema>;

const own = { method: 'GET', who: 'user', reach: 'own', tenant: true, loader: false } as const;

export const getLearningRecord = defineCall({
  ...own,
  name: 'getLearningRecord',
  path: '/progress/record',
  summary: "The caller's own record in an academy: courses, knowledge checks, certificates.",
  ability: 'progress:read',
  reply: LearningRecordSchema,
});

export const exportLearningRecord = defineCall({
  ...own,
  name: 'exportLearningRecord',
  path: '/progress/record/file',
  summary: "The caller's own record as a file: CSV, or a PDF with tags for screen readers, in the caller's language.",
  ability: 'progress:read',
  answers: 'file',
  query: v.strictObject({ format: v.optional(v.picklist(RECORD_FORMATS), 'csv') }),
  reply: FileReplySchema,
});
