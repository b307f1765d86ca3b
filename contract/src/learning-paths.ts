import * as v from 'valibot';
import { defineCall } from './call.ts';
import { CourseItemSchema } from './courses.ts';
import {
  CategorySchema,
  ListQuery,
  PagedQuery,
  ProgressStatusSchema,
  SlugQuerySchema,
  StatusSchema,
  TextLanguageSchema,
} from './entities.ts';

export const PathStepSchema = v.object({
  type: v.picklist(['course', 'test']),
  /** Id of the course or test. */
  id: v.string(),
  /**
   * The academy that has the course or test. A course of another academy is read there, and does not count for progress
   * here.
   */
  tenantId: v.string(),
  /** Title of the course or test; for a missing one a readable form of its id. */
  title: v.string(),
  /** Plain text. */
  description: v.string(),
  /** Slug of the course; null for tests that are taken elsewhere and for missing courses. */
  slug: v.nullable(v.string()),
  /**
   * For a test: id of the course of knowledge checks in which it is taken, which may be unlisted; null: it is taken
   * elsewhere.
   */
  courseId: v.nullable(v.string()),
  /** False: no academy of this installation has it, or its academy hides it. Such a step does not count. */
  available: v.boolean(),
});
export type PathStep = v.InferOutput<typeof PathStepSchema>;

const pathFields = {
  pathId: v.string(),
  tenantId: v.string(),
  slug: v.string(),
  title: v.string(),
  /** Plain text. */
  description: v.string(),
  level: v.nullable(v.string()),
  topic: v.array(v.string()),
  /** Total seconds of its available courses. */
  duration: v.number(),
  /** Number of lessons in its available courses. */
  lessonsCount: v.number(),
  /** How many of them the viewer lacks Pro membership for; absent where there are none. */
  proLessons: v.optional(v.number()),
  isFavorite: v.boolean(),
  steps: v.array(PathStepSchema),
  /** Completed share of the lessons of the available courses, 0 to 100, whole. */
  percent: v.number(),
  /** Null until a lesson is completed. */
  progressStatus: ProgressStatusSchema,
  /** When learners could first see it, ISO 8601 UTC. */
  publishedAt: v.string(),
};

export const LearningPathItemSchema = v.object(pathFields);
export type LearningPathItem = v.InferOutput<typeof LearningPathItemSchema>;

/** A course of a learning path, with its first lesson. */
export const PathCourseSchema = v.object({
  ...CourseItemSchema.entries,
  /** Null for a course without lessons. */
  firstLesson: v.nullable(v.object({ slug: v.string(), title: v.string() })),
});
export type PathCourse = v.InferOutput<typeof PathCourseSchema>;

export const LearningPathSchema = v.object({
  ...pathFields,
  language: TextLanguageSchema,
  /** Unlisted: readable by address, but not to be listed by search engines. */
  status: StatusSchema,
  /** Sanitised HTML. */
  summary: v.string(),
  /** The academy's own available courses, each once, in the order of the steps. */
  courses: v.array(PathCourseSchema),
});
export type LearningPath = v.InferOutput<typeof LearningPathSchema>;

export const listLearningPaths = defineCall({
  name: 'listLearningPaths',
  method: 'GET',
  path: '/paths/list',
  summary: 'The learning paths of one academy with their filter categories.',
  who: 'optional',
  reach: 'published',
  ability: 'learning:read',
  tenant: true,
  query: v.strictObject({ ...PagedQuery, ...ListQuery }),
  reply: v.object({
    paths: v.array(LearningPathItemSchema),
    categories: v.array(CategorySchema),
    totalElements: v.optional(v.number()),
  }),
});

export const getLearningPath = defineCall({
  name: 'getLearningPath',
  method: 'GET',
  path: '/paths/details',
  summary: 'One learning path with its steps and courses.',
  who: 'optional',
  reach: 'published',
  ability: 'learning:read',
  tenant: true,
  query: SlugQuerySchema,
  reply: LearningPathSchema,
});
