import * as v from 'valibot';
import { defineCall } from './call.ts';
import {
  CategorySchema,
  CourseProgressStatusSchema,
  EntitlementsSchema,
  InstructorRefSchema,
  ListQuery,
  LockedSchema,
  PagedQuery,
  ProgressStatusSchema,
  SlugQuerySchema,
  StatusSchema,
  TextLanguageSchema,
} from './entities.ts';
import { LessonItemSchema } from './lessons.ts';

const courseFields = {
  courseId: v.string(),
  slug: v.string(),
  tenantId: v.string(),
  title: v.string(),
  /** Plain text. */
  description: v.string(),
  topic: v.array(v.string()),
  level: v.nullable(v.string()),
  /** Address of our own copy of the image; null: cover art drawn from the slug. */
  thumbnail: v.nullable(v.string()),
  isPro: v.boolean(),
  entitlements: EntitlementsSchema,
  /** Total seconds of the listed lessons. */
  duration: v.number(),
  /** Listed lessons; modules are never counted. */
  lessonsCount: v.number(),
  /** How many of them the viewer lacks Pro membership for; absent where there are none. */
  proLessons: v.optional(v.number()),
  completedLesson: v.number(),
  isFavorite: v.boolean(),
  instructors: v.array(InstructorRefSchema),
  locked: LockedSchema,
  /** When learners could first see it, ISO 8601 UTC. */
  publishedAt: v.string(),
};

export const CourseItemSchema = v.object({ ...courseFields, progressStatus: ProgressStatusSchema });
export type CourseItem = v.InferOutput<typeof CourseItemSchema>;

/** An instructor of a course, with the fields for the course's page. */
export const TeacherSchema = v.object({
  ...InstructorRefSchema.entries,
  /** Address of our own copy of the image; null: initials. */
  avatar: v.nullable(v.string()),
  /** One line: title and company. */
  credentials: v.string(),
});
export type Teacher = v.InferOutput<typeof TeacherSchema>;

export const CourseSchema = v.object({
  ...courseFields,
  language: TextLanguageSchema,
  instructors: v.array(TeacherSchema),
  progressStatus: CourseProgressStatusSchema,
  /** Unlisted: readable by address, but not to be listed by search engines. */
  status: StatusSchema,
  /** Sanitised HTML. */
  summary: v.string(),
  labType: v.nullable(v.picklist(['educates', 'externalLab'])),
  labUrl: v.nullable(v.string()),
  /**
   * How many of its labs were proved, and when the first of them was: none of the records is older. Null: none was
   * proved. Servers of the edition before do not send it.
   */
  labProofs: v.optional(v.nullable(v.object({ labs: v.number(), proved: v.number(), provedAt: v.string() })), null),
  /** Flat, in order, modules included. */
  lessons: v.array(LessonItemSchema),
});
export type Course = v.InferOutput<typeof CourseSchema>;

export const listCourses = defineCall({
  name: 'listCourses',
  method: 'GET',
  path: '/courses/list',
  summary: 'The catalogue of one academy with its filter categories; my courses when progressFilterRequired is true.',
  who: 'optional',
  reach: 'published',
  ability: 'learning:read',
  tenant: true,
  query: v.strictObject({
    ...PagedQuery,
    ...ListQuery,
    progressFilterRequired: v.optional(v.picklist(['true', 'false'])),
  }),
  reply: v.object({
    courses: v.array(CourseItemSchema),
    categories: v.array(CategorySchema),
    totalElements: v.optional(v.number()),
  }),
});

export const getCourse = defineCall({
  name: 'getCourse',
  method: 'GET',
  path: '/courses/details',
  summary: 'One course with the outline of its modules and lessons.',
  who: 'optional',
  reach: 'published',
  ability: 'learning:read',
  tenant: true,
  query: SlugQuerySchema,
  reply: CourseSchema,
});
