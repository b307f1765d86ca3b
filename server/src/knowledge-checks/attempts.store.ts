import type { BuiltKnowledgeCheck } from '@academy/content/built-item';
import { AcademyError } from '@academy/contract/errors';
import type { AttemptRules } from '@academy/contract/rules/attempt-rules';
import type { Selections } from '@academy/contract/rules/quiz-marking';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { knowledgeCheckAttempt as attempt, person } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

/** What an attempt stores of the check at its start. */
export interface AskedCheck
  extends Partial<AttemptRules>,
    Pick<
      BuiltKnowledgeCheck,
      'intro' | 'closing' | 'passingGrade' | 'passMessage' | 'failMessage' | 'enableRetry' | 'questions'
    > {
  /** Counted from 1 for each learner and check; absent in attempts of the edition before. */
  number?: number;
}

export interface AttemptRow {
  attemptId: string;
  /** Null for a visitor's attempt. */
  personId: string | null;
  lessonId: string;
  asked: AskedCheck;
  selected: Selections;
  total: number;
  score: number | null;
  passed: boolean | null;
  createdAt: Date;
  updatedAt: Date;
  submittedAt: Date | null;
  /** When another attempt was granted after this one; null once that one has begun. */
  retryGrantedAt: Date | null;
  /** Seconds that this attempt has besides the limit. */
  moreTime: number;
}

/** An attempt without its questions. */
export type AttemptFacts = Pick<
  AttemptRow,
  'attemptId' | 'total' | 'score' | 'passed' | 'createdAt' | 'submittedAt' | 'retryGrantedAt' | 'moreTime'
> & { asked: Pick<AskedCheck, 'enableRetry' | 'number' | keyof AttemptRules> };

interface NewAttempt {
  personId: PersonId | null;
  lessonId: string;
  asked: AskedCheck;
  moreTime: number;
}

/** Most entries of a history. */
const MAX_LINES = 200;

export function attemptsStore(db: Queries) {
  const ofLesson = (personId: PersonId, tenantId: TenantScope, lessonId: string) =>
    and(eq(attempt.personId, personId), eq(attempt.tenantId, tenantId), eq(attempt.lessonId, lessonId));
  const newest = async (of: ReturnType<typeof and>): Promise<AttemptRow | null> => {
    const rows = await db.select().from(attempt).where(of).orderBy(desc(attempt.createdAt)).limit(1);
    return (rows[0] as AttemptRow | undefined) ?? null;
  };

  return {
    async find(tenantId: TenantScope, attemptId: string): Promise<AttemptRow | null> {
      return newest(and(eq(attempt.tenantId, tenantId), eq(attempt.attemptId, attemptId)));
    },

    /** The same, locked until the end of the transaction. */
    async hold(tenantId: TenantScope, attemptId: string): Promise<AttemptRow | null> {
      const rows = await db
        .select()
        .from(attempt)
        .where(and(eq(attempt.tenantId, tenantId), eq(attempt.attemptId, attemptId)))
        .for('update');
      return (rows[0] as AttemptRow | undefined) ?? null;
    },

    /** Which check a person's attempt is at, in any academy; null when the person has no such attempt. */
    async ofPerson(personId: string, attemptId: string) {
      const rows = await db
        .select({ tenantId: attempt.tenantId, lessonId: attempt.lessonId, email: person.email })
        .from(attempt)
        .innerJoin(person, eq(person.personId, attempt.personId))
        .where(and(eq(attempt.attemptId, attemptId), eq(attempt.personId, personId)));
      return rows[0] === undefined ? null : { ...rows[0], tenantId: rows[0].tenantId as TenantScope };
    },

    /** The attempt that the person can still work on. */
    open(personId: PersonId, tenantId: TenantScope, lessonId: string): Promise<AttemptRow | null> {
      return newest(and(ofLesson(personId, tenantId, lessonId), isNull(attempt.submittedAt)));
    },

    lastSubmitted(personId: PersonId, tenantId: TenantScope, lessonId: string): Promise<AttemptRow | null> {
      return newest(and(ofLesson(personId, tenantId, lessonId), isNotNull(attempt.submittedAt)));
    },

    countSubmitted(personId: PersonId, tenantId: TenantScope, lessonId: string): Promise<number> {
      return db.$count(attempt, and(ofLesson(personId, tenantId, lessonId), isNotNull(attempt.submittedAt)));
    },

    /** A learner's attempts, the newest first. */
    lines(personId: PersonId, tenantId: TenantScope, lessonId: string): Promise<AttemptFacts[]> {
      const { attemptId, total, score, passed, createdAt, submittedAt, retryGrantedAt, moreTime } = attempt;
      // Without its questions.
      const asked = sql<
        AttemptFacts['asked']
      >`${attempt.asked} - '{questions,intro,closing,passMessage,failMessage}'::text[]`;
      return db
        .select({ attemptId, total, score, passed, createdAt, submittedAt, retryGrantedAt, moreTime, asked })
        .from(attempt)
        .where(ofLesson(personId, tenantId, lessonId))
        .orderBy(desc(attempt.createdAt))
        .limit(MAX_LINES);
    },

    /** Marks the granted attempt of a person as begun. */
    async useGrant(personId: PersonId, tenantId: TenantScope, lessonId: string): Promise<void> {
      await db
        .update(attempt)
        .set({ retryGrantedAt: null })
        .where(and(ofLesson(personId, tenantId, lessonId), isNotNull(attempt.retryGrantedAt)));
    },

    async add(tenantId: TenantScope, { personId, lessonId, asked, moreTime }: NewAttempt): Promise<AttemptRow> {
      const total = asked.questions.length;
      const rows = await db
        .insert(attempt)
        .values({ tenantId, personId, lessonId, asked, total, moreTime })
        .returning();
      return rows[0] as AttemptRow;
    },

    /** @returns false when the attempt was submitted or does not exist */
    async save(tenantId: TenantScope, attemptId: string, questionKey: string, selected: string[]): Promise<boolean> {
      const value = JSON.stringify(selected);
      const done = await db
        .update(attempt)
        .set({
          selected: sql`${attempt.selected} || jsonb_build_object(${questionKey}::text, ${value}::jsonb)`,
          updatedAt: new Date(),
        })
        .where(and(eq(attempt.tenantId, tenantId), eq(attempt.attemptId, attemptId), isNull(attempt.submittedAt)));
      return done.rowCount === 1;
    },

    async change(
      attemptId: string,
      changed: Partial<
        Pick<AttemptRow, 'personId' | 'selected' | 'score' | 'passed' | 'submittedAt' | 'retryGrantedAt' | 'moreTime'>
      >,
    ): Promise<void> {
      await db.update(attempt).set(changed).where(eq(attempt.attemptId, attemptId));
    },

    async remove(attemptId: string): Promise<void> {
      await db.delete(attempt).where(eq(attempt.attemptId, attemptId));
    },
  };
}

export type AttemptsStore = ReturnType<typeof attemptsStore>;

/**
 * Locks a person until the end of the transaction, before any attempt is locked: concurrent starts of one person run
 * one after the other, and a person deleted at this moment leaves nothing behind.
 *
 * @throws AcademyError invalid-token when the person was deleted a moment ago
 */
export async function holdPerson(tx: Transaction, personId: PersonId): Promise<void> {
  const rows = await tx.select({}).from(person).where(eq(person.personId, personId)).for('no key update');
  if (rows.length === 0) throw new AcademyError('invalid-token');
}
