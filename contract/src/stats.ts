import * as v from 'valibot';
import { defineCall } from './call.ts';
import { DaySchema } from './entities.ts';
import { inputTexts } from './rules/input-texts.ts';

/** Longest period of statistics, days: two years and the weeks in which they begin and end. */
export const STATS_MAX_DAYS = 745;
/** Weeks that are shown by default. */
export const STATS_USUAL_WEEKS = 12;

const count = v.pipe(v.number(), v.integer());

/** Events of a week that begins on a Monday, UTC. */
const WeekSchema = v.object({
  /** Its Monday, `2030-01-28`. The period may cut the first and the last week. */
  week: v.string(),
  /** Learners who opened, completed or restarted something. */
  learners: count,
  /** Completed lessons and guides; each counts once per learner and week. */
  completions: count,
  labSessions: count,
  /** Lab sessions that failed. */
  labFailures: count,
  /** Views of pages. */
  views: count,
});

/** A course with active learners in the period. */
const CourseStatSchema = v.object({
  courseId: v.string(),
  title: v.string(),
  slug: v.string(),
  /** Learners with activity in the course in the period. */
  learners: count,
  /** Those of them who have completed all of its lessons by now. */
  completed: count,
});

/** A lesson in the order of its course: learners leave where the numbers fall. */
const LessonStatSchema = v.object({
  lessonId: v.string(),
  title: v.string(),
  slug: v.string(),
  /** Learners of the course in the period who ever opened or completed the lesson. */
  reached: count,
  /** Those of them who have completed it by now. */
  completed: count,
});

/** A page that was viewed in the period. */
const PageStatSchema = v.object({
  /** screen, or the kind of the item: course, lesson, guide, path, instructor, page. */
  kind: v.string(),
  /** Id of the item; for a screen its path. */
  id: v.string(),
  /** Null for screens, and for removed items. */
  title: v.nullable(v.string()),
  views: count,
});

const QuestionStatSchema = v.object({
  lessonId: v.string(),
  lessonTitle: v.string(),
  courseSlug: v.nullable(v.string()),
  lessonSlug: v.nullable(v.string()),
  questionKey: v.string(),
  /** Sanitised HTML. */
  question: v.string(),
  /** Submitted attempts with this question. */
  asked: count,
  wrong: count,
  /** Wrong options with the number of times each was chosen, the most frequent first; sanitised HTML. */
  wrongAnswers: v.array(v.object({ optionKey: v.string(), html: v.string(), chosen: count })),
});

const RatingStatSchema = v.object({
  /** lesson, course, or empty for the academy as a whole. */
  type: v.string(),
  id: v.nullable(v.string()),
  /** Null for removed ones. */
  title: v.nullable(v.string()),
  /** Number of ratings with one star, two ... five. */
  stars: v.pipe(v.array(count), v.length(5)),
});

const PublishStatSchema = v.object({
  at: v.string(),
  kind: v.string(),
  id: v.string(),
  title: v.string(),
  version: count,
  /** The publisher; null for the server itself. */
  by: v.nullable(v.string()),
  rollbackOf: v.nullable(count),
});

export const StatsSchema = v.object({
  from: v.string(),
  to: v.string(),
  /** When the statistics were computed. */
  madeAt: v.string(),
  weeks: v.array(WeekSchema),
  /** The courses with the most learners first. */
  courses: v.array(CourseStatSchema),
  /** Of the requested course, or the one with the most learners; null where there is none. */
  dropOff: v.nullable(v.object({ courseId: v.string(), title: v.string(), lessons: v.array(LessonStatSchema) })),
  /** The most viewed first. */
  pages: v.array(PageStatSchema),
  /** The hardest first, of those asked at least five times; without such questions, those asked less often. */
  questions: v.array(QuestionStatSchema),
  /** The academy as a whole first, then the most rated ones. */
  ratings: v.array(RatingStatSchema),
  /** The newest first. */
  publishing: v.array(PublishStatSchema),
  /** Number of alerts shown now. */
  openAlerts: count,
});
export type Stats = v.InferOutput<typeof StatsSchema>;

export const getStats = defineCall({
  name: 'getStats',
  method: 'GET',
  path: '/admin/stats',
  summary: 'The statistics of an academy: activity, completion, questions, ratings, labs, views of pages, publishing.',
  who: 'admin',
  reach: 'academy',
  ability: 'stats:read',
  tenant: true,
  loader: false,
  query: v.pipe(
    v.strictObject({
      /** First and last day, UTC; by default the last twelve weeks. */
      from: v.optional(DaySchema),
      /** At most `STATS_MAX_DAYS` after the first; by default today, or the first day when that is in the future. */
      to: v.optional(DaySchema),
      /** The course whose lessons are shown. */
      courseId: v.optional(v.pipe(v.string(), v.maxLength(200))),
    }),
    v.forward(
      v.check(
        ({ from, to }) => !from || !to || from <= to,
        () => inputTexts.notBeforeFirstDay,
      ),
      ['to'],
    ),
  ),
  reply: v.object({
    /** Null while the first ones are computed and that takes long. */
    stats: v.nullable(StatsSchema),
    /** True while newer ones are computed, which takes a while with many learners. Request again in a moment. */
    isMaking: v.boolean(),
  }),
});

/** What a new academy needs on its first day, in this order. */
export const FIRST_STEPS = ['sender', 'pages', 'course', 'people', 'backup'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export const getFirstSteps = defineCall({
  name: 'getFirstSteps',
  method: 'GET',
  path: '/admin/first-steps',
  summary: 'What an academy still needs: sender of its mail, pages of its footer, a course, people, a backup.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  loader: false,
  reply: v.object({
    /** Steps that are left; empty once everything is done. */
    left: v.array(v.picklist(FIRST_STEPS)),
    /** Paths of pages that the footer hides until they are published, such as `/terms`. */
    missingPages: v.array(v.string()),
  }),
});
