import * as v from 'valibot';
import { defineCall } from './call.ts';
import {
  ContentIdSchema,
  EntitlementsSchema,
  IdempotencyHeadersSchema,
  InstructorRefSchema,
  LockedSchema,
  ProgressStatusSchema,
  SlugQuerySchema,
  SlugSchema,
  StatusSchema,
  TextLanguageSchema,
} from './entities.ts';

export const LessonTypeSchema = v.picklist(['module', 'article', 'video', 'lab', 'knowledge-check', 'other']);
export type LessonType = v.InferOutput<typeof LessonTypeSchema>;

export const LessonItemSchema = v.object({
  lessonId: v.string(),
  courseId: v.string(),
  slug: v.string(),
  title: v.string(),
  type: LessonTypeSchema,
  /** 10, 20, 30 ... over the flattened tree. */
  orderColumn: v.number(),
  /** Seconds; for a module the sum of its lessons. */
  duration: v.number(),
  status: StatusSchema,
  /** lessonId of the module that contains it. */
  parentId: v.nullable(v.string()),
  isComplete: v.boolean(),
  progressStatus: ProgressStatusSchema,
  entitlements: EntitlementsSchema,
  /** Sanitised HTML, public. */
  summary: v.string(),
  settings: v.object({ manualCompletion: v.boolean() }),
  isFavorite: v.boolean(),
  instructors: v.array(InstructorRefSchema),
  locked: LockedSchema,
});
export type LessonItem = v.InferOutput<typeof LessonItemSchema>;

export const VideoSchema = v.object({
  provider: v.picklist(['brightcove', 'vimeo', 'youtube', 'file']),
  videoId: v.string(),
  tracks: v.array(v.object({ src: v.string(), label: v.string(), language: v.string() })),
  /** Used when no Brightcove account is configured. */
  vimeoId: v.nullable(v.string()),
  autocomplete: v.boolean(),
});
export type Video = v.InferOutput<typeof VideoSchema>;

export const LessonSchema = v.object({
  ...LessonItemSchema.entries,
  language: TextLanguageSchema,
  /** Sanitised HTML of the body; null for a locked lesson and for one without text. */
  html: v.nullable(v.string()),
  /** Level-2 headings of the body. */
  headings: v.array(v.object({ id: v.string(), text: v.string() })),
  video: v.nullable(VideoSchema),
  /** Sanitised HTML. */
  transcript: v.nullable(v.string()),
  links: v.array(v.object({ text: v.string(), url: v.string() })),
  /** Minutes that reading the text takes. */
  readingMinutes: v.number(),
  /** True when a knowledge check has questions, and so must be passed; false for a locked lesson. */
  hasQuestions: v.boolean(),
  /** True when there is a lab to open: its pages are published here, or a platform runs it; false for a locked lesson. */
  hasLab: v.boolean(),
  /** Engine of the lesson's lab; null where no lab can be started here, and for a locked lesson. */
  labProvider: v.nullable(v.picklist(['browser', 'sandbox', 'educates', 'external'])),
});
export type Lesson = v.InferOutput<typeof LessonSchema>;

export const listLessons = defineCall({
  name: 'listLessons',
  method: 'GET',
  path: '/lessons/list',
  summary: 'The lessons of one course in order, modules included, and the text of its conclusion.',
  who: 'optional',
  reach: 'published',
  ability: 'learning:read',
  tenant: true,
  query: SlugQuerySchema,
  namesFiles: true,
  reply: v.object({
    lessons: v.array(LessonItemSchema),
    completedLesson: v.number(),
    /** Sanitised HTML; the academy's default text when the course has none. */
    courseConclusion: v.string(),
    courseTitle: v.string(),
    courseId: v.string(),
    courseStatus: StatusSchema,
  }),
});

export const getLesson = defineCall({
  name: 'getLesson',
  method: 'GET',
  path: '/lessons/details/:courseSlug/:lessonSlug',
  summary: 'One lesson; a locked one comes without its body.',
  who: 'optional',
  reach: 'published',
  ability: 'learning:read',
  tenant: true,
  params: v.strictObject({ courseSlug: SlugSchema, lessonSlug: SlugSchema }),
  namesFiles: true,
  reply: LessonSchema,
});

export const completeLesson = defineCall({
  name: 'completeLesson',
  method: 'POST',
  path: '/lessons/mark-complete',
  summary: 'Marks a lesson complete. Idempotent.',
  who: 'user',
  reach: 'own',
  tenant: true,
  headers: IdempotencyHeadersSchema,
  body: v.strictObject({
    lessonId: ContentIdSchema,
    courseId: ContentIdSchema,
    isLastLesson: v.boolean(),
    operationType: v.literal('COMPLETE_LESSON'),
  }),
  reply: v.object({
    progressStatus: ProgressStatusSchema,
    completedLesson: v.number(),
    lessonsCount: v.number(),
  }),
});
