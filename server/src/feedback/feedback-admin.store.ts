import { TABLE_ENTRIES_MAX } from '@academy/contract/constants';
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../db/any-of.ts';
import type { Database } from '../db/connect.ts';
import { containing } from '../db/containing.ts';
import { inPeriod, type Period } from '../db/in-period.ts';
import { olderThan } from '../db/older-than.ts';
import { countForTable, ONE, rowsOfPage } from '../db/table-page.ts';
import { contentItem, feedback, lesson, person } from '../db/tables.ts';
import type { TenantScope } from '../values/scope.ts';

/** Filters of feedback. */
export interface FeedbackFilters extends Period {
  q: string;
  type?: 'lesson' | 'course' | 'general' | undefined;
  course?: string | undefined;
  lesson?: string | undefined;
  /** Rating as a digit, or `none`. */
  rating?: string | undefined;
  bug?: 'true' | 'false' | undefined;
  state?: string | undefined;
}

/** Feedback with its subject; the writer is included only when they agreed to be contacted. */
export interface FeedbackRow {
  feedback: typeof feedback.$inferSelect;
  courseTitle: string | null;
  lessonTitle: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

function byRating(rating: string | undefined): SQL | undefined {
  if (rating === undefined) return undefined;
  return rating === 'none' ? isNull(feedback.rating) : eq(feedback.rating, Number(rating));
}

const condition = (tenantId: TenantScope, filters: FeedbackFilters): SQL | undefined =>
  and(
    eq(feedback.tenantId, tenantId),
    filters.type === undefined
      ? undefined
      : eq(feedback.feedbackableType, filters.type === 'general' ? '' : filters.type),
    filters.course === undefined ? undefined : eq(feedback.courseId, filters.course),
    filters.lesson === undefined
      ? undefined
      : and(eq(feedback.feedbackableType, 'lesson'), eq(feedback.feedbackableId, filters.lesson)),
    byRating(filters.rating),
    filters.bug === undefined ? undefined : eq(feedback.isBug, filters.bug === 'true'),
    filters.state === undefined ? undefined : eq(feedback.state, filters.state),
    inPeriod(feedback.createdAt, filters),
    containing(filters.q, [feedback.comments, sql`coalesce(${feedback.answers} ->> 'otherAnswer', '')`]),
  );

/** Joins the course and the lesson of feedback by their present names; a removed one keeps its name. */
const OF_COURSE = and(
  eq(contentItem.tenantId, feedback.tenantId),
  eq(contentItem.kind, 'course'),
  eq(contentItem.id, feedback.courseId),
);
const OF_LESSON = and(
  eq(lesson.tenantId, feedback.tenantId),
  eq(feedback.feedbackableType, 'lesson'),
  eq(lesson.lessonId, feedback.feedbackableId),
);

/** Made once: comparing without it takes ten times as long. */
const TITLES = new Intl.Collator('en');

/** Feedback as administrators read it. */
export function feedbackAdminStore(db: Database) {
  const rows = (where: SQL | undefined) =>
    db
      .select({
        feedback,
        courseTitle: contentItem.title,
        lessonTitle: lesson.title,
        firstName: person.firstName,
        lastName: person.lastName,
        email: person.email,
      })
      .from(feedback)
      .leftJoin(contentItem, OF_COURSE)
      .leftJoin(lesson, OF_LESSON)
      // People who did not agree to be contacted are not joined at all.
      .leftJoin(person, and(eq(person.personId, feedback.personId), eq(feedback.allowContact, true)))
      .where(where);

  return {
    /** One page, and the number on all pages. */
    async page(
      tenantId: TenantScope,
      filters: FeedbackFilters,
      order: { sortBy: 'at' | 'rating'; sortDir: 'asc' | 'desc'; pageNumber: number; pageSize: number },
    ) {
      const where = condition(tenantId, filters);
      const direction = order.sortDir === 'asc' ? asc : desc;
      const byTime = order.sortBy === 'at' ? direction(feedback.createdAt) : desc(feedback.createdAt);
      // Feedback without a rating stands at the end in both orders.
      const stars = sql`${feedback.rating} ${sql.raw(order.sortDir)} nulls last`;
      const slice = rowsOfPage(order);
      const [page, total] = await Promise.all([
        rows(where)
          .orderBy(...(order.sortBy === 'rating' ? [stars] : []), byTime, feedback.feedbackId)
          .limit(slice.limit)
          .offset(slice.offset),
        countForTable(db, db.select(ONE).from(feedback).where(where)),
      ]);
      return { rows: page, total };
    },

    /** Rows after a given one, newest first. @param after the last row of the previous page */
    async after(
      tenantId: TenantScope,
      filters: FeedbackFilters,
      after: FeedbackRow | null,
      max: number,
    ): Promise<FeedbackRow[]> {
      const older = olderThan(feedback.createdAt, feedback.feedbackId, after?.feedback.feedbackId ?? null);
      return rows(and(condition(tenantId, filters), older))
        .orderBy(desc(feedback.createdAt), desc(feedback.feedbackId))
        .limit(max);
    },

    /** Courses of the newest feedback, as far as pages of the list reach. */
    async courses(tenantId: TenantScope): Promise<{ courseId: string; title: string }[]> {
      const newest = db
        .select({ courseId: feedback.courseId })
        .from(feedback)
        .where(eq(feedback.tenantId, tenantId))
        .orderBy(desc(feedback.createdAt))
        .limit(TABLE_ENTRIES_MAX)
        .as('newest');
      const written = await db.selectDistinct({ courseId: newest.courseId }).from(newest);
      // The database reads all courses unless it knows how few these are.
      const courseIds = written.flatMap(({ courseId }) => courseId ?? []);
      if (courseIds.length === 0) return [];
      const found = await db
        .select({ courseId: contentItem.id, title: contentItem.title })
        .from(contentItem)
        .where(
          and(eq(contentItem.tenantId, tenantId), eq(contentItem.kind, 'course'), anyOf(contentItem.id, courseIds)),
        );
      return found.sort((a, b) => TITLES.compare(a.title, b.title));
    },

    /** Ratings by subject and stars, subjects with the most ratings first. */
    async ratings(tenantId: TenantScope, days: Period, max: number) {
      const starCount = (stars: number) => sql<number>`(count(*) filter (where ${feedback.rating} = ${stars}))::int`;
      // Only the subjects that are listed get their titles.
      const rated = db
        .select({
          type: feedback.feedbackableType,
          id: feedback.feedbackableId,
          courseId: feedback.courseId,
          one: starCount(1).as('one'),
          two: starCount(2).as('two'),
          three: starCount(3).as('three'),
          four: starCount(4).as('four'),
          five: starCount(5).as('five'),
          count: sql<number>`count(*)::int`.as('count'),
          average: sql<number>`avg(${feedback.rating})::float8`.as('average'),
        })
        .from(feedback)
        .where(and(eq(feedback.tenantId, tenantId), isNotNull(feedback.rating), inPeriod(feedback.createdAt, days)))
        .groupBy(feedback.feedbackableType, feedback.feedbackableId, feedback.courseId)
        .orderBy(desc(sql`count(*)`), feedback.feedbackableId)
        .limit(max)
        .as('rated');
      return db
        .select({ ...rated._.selectedFields, lessonTitle: lesson.title, courseTitle: contentItem.title })
        .from(rated)
        .leftJoin(
          contentItem,
          and(eq(contentItem.tenantId, tenantId), eq(contentItem.kind, 'course'), eq(contentItem.id, rated.courseId)),
        )
        .leftJoin(lesson, and(eq(lesson.tenantId, tenantId), eq(rated.type, 'lesson'), eq(lesson.lessonId, rated.id)))
        .orderBy(desc(rated.count), rated.id);
    },
  };
}

export type FeedbackAdminStore = ReturnType<typeof feedbackAdminStore>;
