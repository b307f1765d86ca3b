import * as v from 'valibot';
import { defineCall } from './call.ts';
import { MAX_LEDGER_ENTRIES, MAX_PROGRESS_EVENTS } from './constants.ts';
import { ContentIdSchema, LockedSchema, ProgressStatusSchema, QueryNumberSchema, SlugSchema } from './entities.ts';
import { inputTexts } from './rules/input-texts.ts';

const TimeSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check(
    (time) => !Number.isNaN(Date.parse(time)),
    () => inputTexts.moment,
  ),
);

export const ProgressEventKindSchema = v.picklist(['started', 'completed', 'undone', 'reset', 'position']);
export type ProgressEventKind = v.InferOutput<typeof ProgressEventKindSchema>;

/** An action of a learner, with a key made by the client, so that a repeated event counts once. */
export const ProgressEventSchema = v.strictObject({
  key: v.pipe(
    v.string(),
    v.minLength(8),
    v.maxLength(80),
    v.regex(/^[A-Za-z0-9._:-]+$/, () => inputTexts.key),
  ),
  lessonId: ContentIdSchema,
  kind: ProgressEventKindSchema,
  /** When it happened by the learner's clock, ISO 8601 UTC. */
  at: TimeSchema,
  /** Seconds into the video, for `position`. */
  value: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000))),
});
export type ProgressEvent = v.InferOutput<typeof ProgressEventSchema>;

export const CourseProgressSchema = v.object({
  courseId: v.string(),
  completedLesson: v.number(),
  lessonsCount: v.number(),
  progressStatus: ProgressStatusSchema,
  percent: v.number(),
});
export type CourseProgress = v.InferOutput<typeof CourseProgressSchema>;

export const OverlayItemSchema = v.object({
  isFavorite: v.boolean(),
  completedLesson: v.number(),
  lessonsCount: v.number(),
  progressStatus: ProgressStatusSchema,
  locked: LockedSchema,
  /** Set for unlisted items, which are reached by address only. */
  unlisted: v.optional(v.literal(true)),
  /** Total seconds of the lessons that are not completed and not locked; absent for learning paths. */
  secondsLeft: v.optional(v.number()),
  /** Lessons that came after the learner finished the course, and do not count until they are completed. */
  newLessons: v.optional(v.number()),
  /** The lesson to continue with: the last one opened, or the first that is not completed; null when all such are locked. */
  continueAt: v.optional(v.nullable(v.object({ slug: v.string(), title: v.string(), at: v.string() }))),
});
export type OverlayItem = v.InferOutput<typeof OverlayItemSchema>;

export const LessonOverlayItemSchema = v.object({
  progressStatus: ProgressStatusSchema,
  isFavorite: v.boolean(),
  locked: LockedSchema,
  /** Last position in its video, whole seconds; absent when it was not watched. */
  position: v.optional(v.number()),
  /** Of a finished course: it came after the learner finished it, or changed since the learner last opened it. */
  news: v.optional(v.picklist(['new', 'changed'])),
});
export type LessonOverlayItem = v.InferOutput<typeof LessonOverlayItemSchema>;

export const getProgressOverlay = defineCall({
  name: 'getProgressOverlay',
  method: 'GET',
  path: '/progress/overlay',
  summary: "The overlay: the learner's own state for the public page, with progress, favorites and locks.",
  who: 'user',
  reach: 'own',
  ability: 'progress:read',
  tenant: true,
  loader: false,
  query: v.strictObject({
    kind: v.optional(v.picklist(['courses', 'guides', 'paths', 'home'])),
    courseSlug: v.optional(SlugSchema),
  }),
  reply: v.object({
    items: v.record(v.string(), OverlayItemSchema),
    lessons: v.optional(v.record(v.string(), LessonOverlayItemSchema)),
    favoriteCount: v.number(),
    /**
     * Only of `home`: when the learner was last active in this academy before today (UTC), ISO 8601; for a new learner
     * the day the account was created. Whatever was published since is new to them.
     */
    lastActiveAt: v.optional(v.string()),
  }),
});

export const sendProgressEvents = defineCall({
  name: 'sendProgressEvents',
  method: 'POST',
  path: '/progress/events',
  summary: 'Writes events to the progress ledger; idempotent by key.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  body: v.strictObject({
    /** The learner's present clock: the server corrects the events' times by its deviation. */
    sentAt: v.optional(TimeSchema),
    events: v.pipe(v.array(ProgressEventSchema), v.minLength(1), v.maxLength(MAX_PROGRESS_EVENTS)),
  }),
  reply: v.object({
    results: v.array(
      v.object({
        key: v.string(),
        outcome: v.picklist(['recorded', 'repeated', 'refused']),
        reason: v.nullable(v.string()),
      }),
    ),
    courses: v.array(CourseProgressSchema),
  }),
});

export const restartCourse = defineCall({
  name: 'restartCourse',
  method: 'POST',
  path: '/progress/restart',
  summary: 'Restarts a course: every lesson is Not Started again. Earlier events stay in the ledger.',
  who: 'user',
  reach: 'own',
  tenant: true,
  body: v.strictObject({ courseId: ContentIdSchema }),
  reply: CourseProgressSchema,
});

export const getProgressVersion = defineCall({
  name: 'getProgressVersion',
  method: 'GET',
  path: '/progress/mark',
  summary: "The progress version: changes whenever the learner's progress or favorites change, on any device.",
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  reply: v.object({ mark: v.string() }),
});

const LEDGER_CURSOR = /^\d{1,16}\.[12]\.\d{1,18}$/;

/** An event of a learner, or the removal of a person, in the order in which they became readable. */
export const LedgerEntrySchema = v.variant('type', [
  v.object({
    type: v.literal('event'),
    /** Where reading can go on after this entry. */
    cursor: v.string(),
    userId: v.string(),
    /** `course`: only with `finished`. */
    itemKind: v.picklist(['lesson', 'guide', 'course']),
    itemId: v.string(),
    /** `finished`: the learner had completed all lessons of the course for the first time. */
    kind: v.picklist([...ProgressEventKindSchema.options, 'finished']),
    /** Seconds into the video, for `position`. */
    value: v.nullable(v.number()),
    /** When it happened by the learner's clock. */
    at: v.string(),
    recordedAt: v.string(),
  }),
  /** Everything of this person is gone; earlier entries of theirs are not answered any more. */
  v.object({ type: v.literal('removal'), cursor: v.string(), userId: v.string(), recordedAt: v.string() }),
]);
export type LedgerEntry = v.InferOutput<typeof LedgerEntrySchema>;

export const readProgressLedger = defineCall({
  name: 'readProgressLedger',
  method: 'GET',
  path: '/progress/ledger',
  summary:
    'The progress ledger of the academy from its first day, every entry once, in an order into which nothing is put later: for data warehouses.',
  who: 'admin',
  reach: 'academy',
  ability: 'ledger:read',
  tenant: true,
  loader: false,
  query: v.strictObject({
    /** `next` of the reply before; left out at the beginning. */
    after: v.optional(
      v.pipe(
        v.string(),
        v.regex(LEDGER_CURSOR, () => inputTexts.cursor),
      ),
    ),
    max: v.optional(v.pipe(QueryNumberSchema, v.minValue(1), v.maxValue(MAX_LEDGER_ENTRIES)), 1_000),
  }),
  reply: v.object({
    entries: v.array(LedgerEntrySchema),
    /** For the next call; null as long as there is nothing. */
    next: v.nullable(v.string()),
    /** True when nothing more was readable: entries of the last seconds follow later. */
    isEnd: v.boolean(),
  }),
});
