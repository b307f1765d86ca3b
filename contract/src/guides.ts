import * as v from 'valibot';
import { defineCall } from './call.ts';
import {
  CategorySchema,
  ContentIdSchema,
  EntitlementsSchema,
  IdempotencyHeadersSchema,
  InstructorRefSchema,
  ListQuery,
  LockedSchema,
  PagedQuery,
  ProgressStatusSchema,
  SlugQuerySchema,
  StatusSchema,
  TextLanguageSchema,
} from './entities.ts';
import { VideoSchema } from './lessons.ts';

export const GuideTypeSchema = v.picklist(['article', 'lab', 'video']);
export type GuideType = v.InferOutput<typeof GuideTypeSchema>;

const guideFields = {
  /** The guide's id, named as in the progress calls. */
  lessonId: v.string(),
  slug: v.string(),
  title: v.string(),
  /** Plain text. */
  description: v.string(),
  type: GuideTypeSchema,
  topic: v.array(v.string()),
  level: v.nullable(v.string()),
  /** Seconds; 0 when the author gives none. */
  duration: v.number(),
  entitlements: EntitlementsSchema,
  progressStatus: ProgressStatusSchema,
  isFavorite: v.boolean(),
  locked: LockedSchema,
  /** When learners could first see it, ISO 8601 UTC. */
  publishedAt: v.string(),
};

export const GuideItemSchema = v.object(guideFields);
export type GuideItem = v.InferOutput<typeof GuideItemSchema>;

export const GuideSchema = v.object({
  ...guideFields,
  language: TextLanguageSchema,
  /** Unlisted: readable by address, but not to be listed by search engines. */
  status: StatusSchema,
  instructors: v.array(InstructorRefSchema),
  /** Sanitised HTML of the detail page, public. */
  summary: v.string(),
  /** Sanitised HTML of the body; null for a locked guide and for one without text. */
  html: v.nullable(v.string()),
  /** Sanitised HTML beside the button that starts the lab; null when locked. */
  preview: v.nullable(v.string()),
  /** True when there is a lab to open: its pages are published here, or a platform runs it; false for a locked guide. */
  hasLab: v.boolean(),
  /** Level-2 headings of the body. */
  headings: v.array(v.object({ id: v.string(), text: v.string() })),
  video: v.nullable(VideoSchema),
  /** Sanitised HTML. */
  transcript: v.nullable(v.string()),
  /** Minutes that reading the text takes. */
  readingMinutes: v.number(),
});
export type Guide = v.InferOutput<typeof GuideSchema>;

export const listGuides = defineCall({
  name: 'listGuides',
  method: 'GET',
  path: '/guides/list',
  summary: 'The guides of one academy with their filter categories.',
  who: 'optional',
  reach: 'published',
  ability: 'learning:read',
  tenant: true,
  query: v.strictObject({
    ...PagedQuery,
    ...ListQuery,
    type: ListQuery.topic,
  }),
  reply: v.object({
    guides: v.array(GuideItemSchema),
    categories: v.array(CategorySchema),
    totalElements: v.optional(v.number()),
  }),
});

export const getGuide = defineCall({
  name: 'getGuide',
  method: 'GET',
  path: '/guides/details',
  summary: 'One guide; a locked one comes without its body.',
  who: 'optional',
  reach: 'published',
  ability: 'learning:read',
  tenant: true,
  query: SlugQuerySchema,
  namesFiles: true,
  reply: GuideSchema,
});

export const completeGuide = defineCall({
  name: 'completeGuide',
  method: 'POST',
  path: '/guides/markComplete',
  summary: 'Marks a guide complete. Idempotent.',
  who: 'user',
  reach: 'own',
  tenant: true,
  headers: IdempotencyHeadersSchema,
  body: v.strictObject({ lessonId: ContentIdSchema, operationType: v.literal('COMPLETE_LESSON') }),
  reply: v.object({ progressStatus: ProgressStatusSchema }),
});
