import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { person } from './tables.ts';

/** Questions of knowledge checks in a learner's review, see `rules/review-schedule.ts`. */
export const reviewQuestion = pgTable(
  'review_question',
  {
    reviewId: uuid('review_id').primaryKey().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    tenantId: text('tenant_id').notNull(),
    lessonId: text('lesson_id').notNull(),
    /** The key used by attempts. */
    questionKey: text('question_key').notNull(),
    /** wrong or asked. */
    why: text('why').notNull(),
    /** Index in `REVIEW_DAYS`. */
    step: integer('step').notNull().default(0),
    /** Null: it was right on the last step and is not due any more. */
    dueAt: moment('due_at'),
    /** The last answer in the review; null before the first. */
    answeredAt: moment('answered_at'),
    answeredRight: boolean('answered_right'),
    /** Made by the browser: a repeated answer counts once. */
    answerKey: text('answer_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('review_question_key').on(t.personId, t.tenantId, t.lessonId, t.questionKey),
    index('review_question_due').on(t.personId, t.tenantId, t.dueAt),
  ],
);
