import * as v from 'valibot';
import { defineCall } from './call.ts';
import { CourseItemSchema } from './courses.ts';
import { PagedQuery, SlugQuerySchema, StatusSchema, TextLanguageSchema } from './entities.ts';

const instructorFields = {
  instructorId: v.string(),
  name: v.string(),
  slug: v.string(),
  /** Address of our own copy of the image; null: initials. */
  avatar: v.nullable(v.string()),
  /** One line: title and company. */
  credentials: v.string(),
  /** Plain text. */
  description: v.string(),
  github: v.nullable(v.string()),
  linkedin: v.nullable(v.string()),
  twitter: v.nullable(v.string()),
  website: v.nullable(v.string()),
};

export const InstructorItemSchema = v.object({ ...instructorFields, coursesCount: v.number() });
export type InstructorItem = v.InferOutput<typeof InstructorItemSchema>;

export const InstructorSchema = v.object({
  ...instructorFields,
  language: TextLanguageSchema,
  /** Unlisted: readable by address, but not to be listed by search engines. */
  status: StatusSchema,
  /** Sanitised HTML. */
  bio: v.string(),
  courses: v.array(CourseItemSchema),
});
export type Instructor = v.InferOutput<typeof InstructorSchema>;

export const listInstructors = defineCall({
  name: 'listInstructors',
  method: 'GET',
  path: '/instructors/list',
  summary: 'The instructors of one academy.',
  who: 'anyone',
  reach: 'published',
  tenant: true,
  query: v.strictObject(PagedQuery),
  reply: v.object({ result: v.array(InstructorItemSchema), totalElements: v.optional(v.number()) }),
});

export const getInstructor = defineCall({
  name: 'getInstructor',
  method: 'GET',
  path: '/instructors/profile',
  summary: 'One instructor with their courses.',
  who: 'anyone',
  reach: 'published',
  tenant: true,
  query: SlugQuerySchema,
  reply: InstructorSchema,
});
