import type { BuiltKnowledgeCheck } from '@academy/content/built-item';
import type { ReviewReason } from '@academy/contract/reviews';
import { and, asc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import { anyOf } from '../db/any-of.ts';
import { reviewQuestion as review } from '../db/review-tables.ts';
import { lesson, person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

export type ReviewRow = Omit<typeof review.$inferSelect, 'why'> & { why: ReviewReason };

/** Questions to be added to a review. */
interface NewReviews {
  lessonId: string;
  questionKeys: readonly string[];
  why: ReviewReason;
  dueAt: Date;
}

/** Most questions that are read; far more than a learner can collect by hand. */
const MAX_QUESTIONS = 5_000;

/** Condition: the result of an attempt shows the right answers (`showsAnswers` of the rules). */
const SHOWN = sql`(
  coalesce(asked ->> 'showAnswers', 'after-passing') = 'at-once'
  or coalesce(asked ->> 'showAnswers', 'after-passing') = 'after-passing' and passed)`;

export function reviewsStore(db: Queries) {
  const own = (personId: PersonId, tenantId: TenantScope) =>
    and(eq(review.personId, personId), eq(review.tenantId, tenantId));
  const ofQuestion = (personId: PersonId, tenantId: TenantScope, lessonId: string) =>
    and(own(personId, tenantId), eq(review.lessonId, lessonId));

  return {
    async isEnabled(personId: PersonId): Promise<boolean> {
      const rows = await db
        .select({ personId: person.personId })
        .from(person)
        .where(and(eq(person.personId, personId), isNull(person.reviewsOffAt)));
      return rows.length > 0;
    },

    /** @param at since when reviews are off; an earlier moment stays */
    async setEnabled(personId: PersonId, enabled: boolean, at: Date): Promise<void> {
      const reviewsOffAt = enabled ? null : sql`coalesce(${person.reviewsOffAt}, ${at.toISOString()}::timestamptz)`;
      await db.update(person).set({ reviewsOffAt }).where(eq(person.personId, personId));
    },

    /**
     * Adds questions to the review of a person who has it turned on. A wrong one restarts; one that the learner adds
     * stays where it is when it is in already. The person's row is locked, so that a person deleted at this moment
     * leaves nothing behind.
     */
    async enter(
      personId: PersonId,
      tenantId: TenantScope,
      { lessonId, questionKeys, why, dueAt }: NewReviews,
    ): Promise<void> {
      if (questionKeys.length === 0) return;
      const due = sql`${dueAt.toISOString()}::timestamptz`;
      await db.execute(sql`
        insert into review_question (person_id, tenant_id, lesson_id, question_key, why, due_at)
        select holder.person_id, ${tenantId}, ${lessonId}, key, ${why}, ${due}
        from (
          select person_id from person where person_id = ${personId} and reviews_off_at is null for key share
        ) as holder, jsonb_array_elements_text(${JSON.stringify(questionKeys)}::jsonb) as key
        on conflict (person_id, tenant_id, lesson_id, question_key)
        do update set why = excluded.why, step = 0, due_at = excluded.due_at
        where excluded.why = 'wrong' or review_question.due_at is null`);
    },

    async remove(personId: PersonId, tenantId: TenantScope, lessonId: string, questionKey: string): Promise<void> {
      await db.delete(review).where(and(ofQuestion(personId, tenantId, lessonId), eq(review.questionKey, questionKey)));
    },

    /** Questions due today or later, the longest overdue first. */
    async waiting(personId: PersonId, tenantId: TenantScope): Promise<ReviewRow[]> {
      const rows = await db
        .select()
        .from(review)
        .where(and(own(personId, tenantId), isNotNull(review.dueAt)))
        .orderBy(asc(review.dueAt), asc(review.reviewId))
        .limit(MAX_QUESTIONS);
      return rows as ReviewRow[];
    },

    /** Number of questions answered since then, and number of right answers. */
    async answeredSince(
      personId: PersonId,
      tenantId: TenantScope,
      moment: Date,
    ): Promise<{ answered: number; right: number }> {
      const [found] = await db
        .select({
          answered: sql<number>`count(*)::int`,
          right: sql<number>`(count(*) filter (where ${review.answeredRight}))::int`,
        })
        .from(review)
        .where(and(own(personId, tenantId), gte(review.answeredAt, moment)));
      return found ?? { answered: 0, right: 0 };
    },

    async find(personId: PersonId, tenantId: TenantScope, reviewId: string): Promise<ReviewRow | null> {
      const rows = await db
        .select()
        .from(review)
        .where(and(own(personId, tenantId), eq(review.reviewId, reviewId)));
      return (rows[0] as ReviewRow | undefined) ?? null;
    },

    /** The same, locked until the end of the transaction. */
    async hold(personId: PersonId, tenantId: TenantScope, reviewId: string): Promise<ReviewRow | null> {
      const rows = await db
        .select()
        .from(review)
        .where(and(own(personId, tenantId), eq(review.reviewId, reviewId)))
        .for('update');
      return (rows[0] as ReviewRow | undefined) ?? null;
    },

    async change(
      reviewId: string,
      changed: Pick<ReviewRow, 'step' | 'dueAt' | 'answeredAt' | 'answeredRight' | 'answerKey'>,
    ): Promise<void> {
      await db.update(review).set(changed).where(eq(review.reviewId, reviewId));
    },

    /** Keys of a lesson's questions that are in the review and still due some day. */
    async marked(personId: PersonId, tenantId: TenantScope, lessonId: string): Promise<Set<string>> {
      const rows = await db
        .select({ questionKey: review.questionKey })
        .from(review)
        .where(and(ofQuestion(personId, tenantId, lessonId), isNotNull(review.dueAt)));
      return new Set(rows.map(({ questionKey }) => questionKey));
    },

    /**
     * Keys of a lesson's questions whose answers the result of an attempt has shown to the learner.
     */
    async revealed(personId: PersonId, tenantId: TenantScope, lessonId: string): Promise<Set<string>> {
      const found = await db.execute<{ key: string }>(sql`
        select distinct question ->> 'questionKey' as key
        from knowledge_check_attempt, jsonb_array_elements(asked -> 'questions') as question
        where person_id = ${personId} and tenant_id = ${tenantId} and lesson_id = ${lessonId}
          and submitted_at is not null and ${SHOWN}`);
      return new Set(found.rows.map(({ key }) => key));
    },

    /** The same of several lessons, as `lesson question`. */
    async revealedIn(personId: PersonId, tenantId: TenantScope, lessonIds: readonly string[]): Promise<Set<string>> {
      const found = await db.execute<{ key: string }>(sql`
        select distinct lesson_id || ' ' || (question ->> 'questionKey') as key
        from knowledge_check_attempt, jsonb_array_elements(asked -> 'questions') as question
        where person_id = ${personId} and tenant_id = ${tenantId} and ${anyOf(sql`lesson_id`, [...lessonIds])}
          and submitted_at is not null and ${SHOWN}`);
      return new Set(found.rows.map(({ key }) => key));
    },

    /** Keys of the questions in these lessons' present versions. */
    async questionKeys(tenantId: TenantScope, lessonIds: readonly string[]): Promise<Map<string, Set<string>>> {
      if (lessonIds.length === 0) return new Map();
      const rows = await db
        .select({
          lessonId: lesson.lessonId,
          keys: sql<
            BuiltKnowledgeCheck['questions'][number]['questionKey'][]
          >`jsonb_path_query_array(${lesson.knowledgeCheck}, '$.questions[*].questionKey')`,
        })
        .from(lesson)
        .where(
          and(eq(lesson.tenantId, tenantId), anyOf(lesson.lessonId, [...lessonIds]), isNotNull(lesson.knowledgeCheck)),
        );
      return new Map(rows.map(({ lessonId, keys }) => [lessonId, new Set(keys)]));
    },
  };
}
