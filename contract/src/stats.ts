import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Longest period that figures are made for, days: two years and the weeks that they begin and end in. */
export const STATS_MAX_DAYS = 745;
/** Weeks that are shown when nobody names a period. */
export const STATS_USUAL_WEEKS = 12;

const count = v.pipe(v.number(), v.integer());

/** What happened in a week that begins on a Monday, UTC. */
const WeekSchema = v.object({
  /** `2030-01-28`, its Monday. The first and the last week may be cut by the period. */
  week: v.string(),
  /** Learners who began, completed or restarted something. */
  learners: count,
  /** Lessons and guides completed; the same one by the same learner counts once a week. */
  completions: count,
  labSessions: count,
  /** Lab sessions that failed. */
  labFailures: count,
  /** Views of pages. */
  views: count,
});

/** A course with learners in the period. */
const CourseStatSchema = v.object({
  courseId: v.string(),
  title: v.string(),
  slug: v.string(),
  /** Learners who did something in it in the period. */
  learners: count,
  /** Those of them who have completed all of its lessons by now. */
  completed: count,
});

/** A lesson in the order of its course: where the numbers fall, learners leave. */
const LessonStatSchema = v.object({
  lessonId: v.string(),
  title: v.string(),
  slug: v.string(),
  /** Learners of the course's in the period who ever opened or completed it. */
  reached: count,
  /** Those of them who have completed it by now. */
  completed: count,
});

/** A page that was viewed in the period. */
const PageStatSchema = v.object({
  /** screen, or the kind of the item: course, lesson, guide, path, instructor, page. */
  kind: v.string(),
  /** Id of the item; of a screen its path. */
  id: v.string(),
  /** Null for screens, and for what is gone. */
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
  /** Submitted attempts that asked it. */
  asked: count,
  wrong: count,
  /** Wrong options with how often each was chosen, the most frequent first; sanitised HTML. */
  wrongAnswers: v.array(v.object({ optionKey: v.string(), html: v.string(), chosen: count })),
});

const RatingStatSchema = v.object({
  /** lesson, course, or empty for the academy as a whole. */
  type: v.string(),
  id: v.nullable(v.string()),
  /** Null for what is gone. */
  title: v.nullable(v.string()),
  /** How often one star was given, two ... five. */
  stars: v.pipe(v.array(count), v.length(5)),
});

const PublishStatSchema = v.object({
  at: v.string(),
  kind: v.string(),
  id: v.string(),
  title: v.string(),
  version: count,
  /** Whoever published it; null for the server itself. */
  by: v.nullable(v.string()),
  rollbackOf: v.nullable(count),
});

export const StatsSchema = v.object({
  from: v.string(),
  to: v.string(),
  /** When the figures were made. */
  madeAt: v.string(),
  weeks: v.array(WeekSchema),
  /** The ones with the most learners first. */
  courses: v.array(CourseStatSchema),
  /** Of the course that was asked for, or the one with the most learners; null where there is none. */
  dropOff: v.nullable(v.object({ courseId: v.string(), title: v.string(), lessons: v.array(LessonStatSchema) })),
  /** The most viewed first. */
  pages: v.array(PageStatSchema),
  /** The hardest first, of those asked at least five times; those asked less often where there are no others. */
  questions: v.array(QuestionStatSchema),
  /** The academy as a whole first, then what was rated most often. */
  ratings: v.array(RatingStatSchema),
  /** The newest first. */
  publishing: v.array(PublishStatSchema),
  /** Alerts that are shown now. */
  openAlerts: count,
});
export type Stats = v.InferOutput<typeof StatsSchema>;

const DaySchema = v.pipe(v.string(), v.isoDate('must be a day such as 2030-01-31'));

export const getStats = defineCall({
  name: 'getStats',
  method: 'GET',
  path: '/admin/stats',
  summary: 'The figures of an academy: activity, completion, questions, ratings, labs, views of pages, publishing.',
  who: 'admin',
  reach: 'academy',
  ability: 'stats:read',
  tenant: true,
  loader: false,
  query: v.pipe(
    v.strictObject({
      /** First and last day, UTC; the last twelve weeks when left out. */
      from: v.optional(DaySchema),
      /** At most `STATS_MAX_DAYS` after the first; today, or the first day where that lies ahead, when left out. */
      to: v.optional(DaySchema),
      /** The course whose lessons are followed. */
      courseId: v.optional(v.pipe(v.string(), v.maxLength(200))),
    }),
    v.forward(
      v.check(({ from, to }) => !from || !to || from <= to, 'must not be before the first day'),
      ['to'],
    ),
  ),
  reply: v.object({
    /** Null while they are made for the first time and that takes long. */
    stats: v.nullable(StatsSchema),
    /** True while newer ones are made: with many learners that takes a while. Ask again in a moment. */
    isMaking: v.boolean(),
  }),
});
