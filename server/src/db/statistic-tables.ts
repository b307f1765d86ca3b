import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { person } from './tables.ts';

/** Sums of what all learners add to the statistics, kept behind the ledger and made anew from it (decision 0088). */
export const statistic = pgTable(
  'statistic',
  {
    tenantId: text('tenant_id').notNull(),
    /** learners, completions, course, course-completed, lesson, lesson-completed, guide. */
    what: text('what').notNull(),
    /** Monday of the week, UTC; of the others the week in which a learner was last active in the course or guide. */
    week: date('week').notNull(),
    /** Id of the course, lesson or guide; empty for all. */
    id: text('id').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.what, t.week, t.id] }),
    // The dashboard adds up all courses of some weeks: with their counts in the index it reads no rows.
    index('statistic_of_courses')
      .on(t.tenantId, t.what, t.week, t.id, t.count)
      .where(sql`what in ('course', 'course-completed')`),
  ],
);

/** What one learner adds to the sums of one academy, so that it can be taken off again. */
export const learnerStatistic = pgTable(
  'learner_statistic',
  {
    rowId: bigint('row_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null when the person was removed: what they added is taken off soon after. */
    personId: uuid('person_id').references(() => person.personId, { onDelete: 'set null' }),
    tenantId: text('tenant_id').notNull(),
    /** Courses of the learner's lessons; empty text for lessons that are in none. */
    courses: text('courses').array().notNull(),
    /** `[what, week, id, count]` each. */
    added: jsonb('added').notNull(),
  },
  (t) => [
    uniqueIndex('learner_statistic_person').on(t.personId, t.tenantId),
    index('learner_statistic_removed').on(t.rowId).where(sql`person_id is null`),
    // The learners of a course.
    index('learner_statistic_courses').using('gin', t.courses),
  ],
);

/**
 * How far a learner is in a course, kept with the sums: what reports of people read. Only lessons that count now are looked at,
 * each course has a row once its learner has done anything in one of them.
 */
export const learnerCourse = pgTable(
  'learner_course',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    tenantId: text('tenant_id').notNull(),
    courseId: text('course_id').notNull(),
    /** First event, positions in videos left out. */
    startedAt: moment('started_at').notNull(),
    /** When the last lesson was completed; null while some are not. */
    completedAt: moment('completed_at'),
    /** Last event, positions in videos included. */
    lastAt: moment('last_at').notNull(),
    /** Lessons that were ever opened or completed, and those that are completed now. */
    reached: text('reached').array().notNull(),
    done: text('done').array().notNull(),
    /** Time between the learner's events in the course, pauses left out. */
    seconds: integer('seconds').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.tenantId, t.courseId] }),
    index('learner_course_last').on(t.tenantId, t.lastAt, t.personId),
    index('learner_course_of_course').on(t.tenantId, t.courseId, t.lastAt, t.personId),
    index('learner_course_completed').on(t.tenantId, t.courseId, t.completedAt).where(sql`completed_at is not null`),
  ],
);

/** How far the ledger was read: one row. */
export const statisticProgress = pgTable('statistic_progress', {
  /** Version of what is added up; another one makes all sums anew. */
  version: integer('version').primaryKey(),
  /** Events recorded before this are counted, of learners whom the pass has reached. */
  readUntil: moment('read_until').notNull(),
  /** Versions of all catalogues whose courses were compared with `statistic_course`. */
  catalogue: text('catalogue').notNull().default(''),
  /** The last learner that a pass over all learners has reached; null: no pass is under way. */
  passAfter: uuid('pass_after'),
  /** Changed courses, as `tenant course`, whose learners the pass counts anew; null: those of all. */
  passCourses: text('pass_courses').array(),
  /** When the sums were first complete; null: they are still being made. */
  completeAt: moment('complete_at'),
});

/** Which lessons a course had when its learners were counted, so that a change of them is noticed. */
export const statisticCourse = pgTable(
  'statistic_course',
  {
    tenantId: text('tenant_id').notNull(),
    courseId: text('course_id').notNull(),
    /** MD5 of the ids of its lessons, and whether each counts. */
    lessons: text('lessons').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.courseId] })],
);

/** Sums of how learners answered the questions of knowledge checks, kept behind their attempts. */
export const questionStatistic = pgTable(
  'question_statistic',
  {
    tenantId: text('tenant_id').notNull(),
    /** Monday of the week in which the attempts were submitted, UTC. */
    week: date('week').notNull(),
    lessonId: text('lesson_id').notNull(),
    questionKey: text('question_key').notNull(),
    asked: integer('asked').notNull(),
    /** Answered wrongly. */
    wrong: integer('wrong').notNull(),
    /** How often each wrong option was chosen, by its key. */
    chosen: jsonb('chosen').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.week, t.lessonId, t.questionKey] })],
);

/** The words of questions that are in the sums: lessons may no longer have them. */
export const askedQuestion = pgTable(
  'asked_question',
  {
    tenantId: text('tenant_id').notNull(),
    lessonId: text('lesson_id').notNull(),
    questionKey: text('question_key').notNull(),
    question: text('question').notNull(),
    /** HTML of the options, by their keys. */
    options: jsonb('options').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.lessonId, t.questionKey] })],
);

/** How far the attempts of each academy were added up. */
export const questionProgress = pgTable('question_progress', {
  tenantId: text('tenant_id').primaryKey(),
  /** Learners' attempts submitted before this are in the sums. */
  readUntil: moment('read_until').notNull(),
});
