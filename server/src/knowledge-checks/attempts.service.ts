import { randomInt } from 'node:crypto';
import type { BuiltKnowledgeCheck } from '@academy/content/built-item';
import { VISITOR_ATTEMPT_HOURS } from '@academy/contract/constants';
import { AcademyError } from '@academy/contract/errors';
import type { Attempt, AttemptLine, AttemptResult } from '@academy/contract/knowledge-checks';
import { attemptRules, LATE_ANSWERS_MS, needsAccount } from '@academy/contract/rules/attempt-rules';
import { drawQuestions } from '@academy/contract/rules/quiz-drawing';
import { bestAttempt, markAttempt, type Selections } from '@academy/contract/rules/quiz-marking';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import type { CourseCompleted, ProgressService } from '../progress/progress.service.ts';
import { addMovedAttempt } from '../stats/kept-questions.ts';
import type { Actor, PersonId, Scope, SignedInScope, TenantScope } from '../values/scope.ts';
import { endOfAttempt, presentAttempt, presentLine, resultOf, retakeTime, type TimedRow } from './attempts.present.ts';
import { type AskedCheck, type AttemptRow, attemptsStore, holdPerson } from './attempts.store.ts';
import { type CheckSources, checksOfLessons } from './checks-of-lessons.ts';
import { chosenOptions } from './chosen-options.ts';

const HOUR_MS = 3_600_000;

export interface AttemptsOptions extends CheckSources {
  db: Database;
  progress: Pick<ProgressService, 'completePassed'>;
  reviews: {
    /** Puts wrong answers into the learner's daily review. */
    enterWrong(
      tx: Transaction,
      personId: PersonId,
      tenantId: TenantScope,
      attempt: { lessonId: string; questionKeys: string[]; submittedAt: Date },
    ): Promise<void>;
  };
  /** Called after a learner has passed, which may complete a course. */
  courseCompleted?: CourseCompleted;
  /** ms since 1970 */
  now?: () => number;
}

/** Attempts at knowledge checks: who may work on one, what is stored, and when answers are revealed. */
export function attemptsService(options: AttemptsOptions) {
  const { db, progress, reviews, courseCompleted = async () => undefined, now = Date.now } = options;
  const store = attemptsStore(db);
  /** Whether an open attempt has ended by itself. */
  const isOver = (row: TimedRow): boolean => {
    const end = endOfAttempt(row);
    return row.submittedAt === null && end !== null && now() > end + LATE_ANSWERS_MS;
  };
  const visitorsSince = () => new Date(now() - VISITOR_ATTEMPT_HOURS * HOUR_MS);

  const { checkOf, refuseLocked } = checksOfLessons(options);

  /**
   * The attempt, if it is the caller's. A visitor's attempt belongs to anybody who has its id, and moves to the first
   * person who uses it.
   *
   * @throws AcademyError not-found, locked-auth, locked-pro
   */
  async function ownAttempt(scope: Scope, attemptId: string): Promise<AttemptRow> {
    const { actor, tenantId } = scope;
    let row = await store.find(tenantId, attemptId);
    if (row !== null && row.personId === null && row.createdAt < visitorsSince()) row = null;
    if (row !== null && row.personId === null && actor !== null) {
      await refuseLocked(scope, row.lessonId);
      row = await db.transaction((tx) => moveToPerson(tx, actor, tenantId, attemptId));
      if (row?.passed) await courseCompleted({ ...scope, actor });
    }
    if (row === null || row.personId !== (actor?.personId ?? null)) throw notFound('attemptId');
    await refuseLocked(scope, row.lessonId);
    return isOver(row) ? submitOwn(scope, row.attemptId) : row;
  }

  /**
   * Moves a visitor's attempt to a person. If both are open, the one used last stays, with the choices of the other.
   */
  async function moveToPerson(
    tx: Transaction,
    { personId }: Actor,
    tenantId: TenantScope,
    attemptId: string,
  ): Promise<AttemptRow | null> {
    const within = attemptsStore(tx);
    await holdPerson(tx, personId);
    const row = await within.hold(tenantId, attemptId);
    if (row === null || row.personId !== null) return row;
    const { lessonId } = row;
    if (row.submittedAt !== null) {
      await within.change(attemptId, { personId });
      await addMovedAttempt(tx, attemptId);
      await enterWrong(tx, personId, tenantId, row, row.submittedAt);
      if (row.passed) await progress.completePassed(personId, tenantId, row, tx);
      return { ...row, personId };
    }
    const own = await within.open(personId, tenantId, lessonId);
    if (own === null) {
      await within.change(attemptId, { personId });
      return { ...row, personId };
    }
    const [last, other] = own.updatedAt > row.updatedAt ? [own, row] : [row, own];
    const selected = { ...usableIn(last.asked, other.selected), ...last.selected };
    await within.remove(other.attemptId);
    await within.change(last.attemptId, { personId, selected });
    return { ...last, personId, selected };
  }

  /** Adds the wrongly answered questions to the review. */
  async function enterWrong(
    tx: Transaction,
    personId: PersonId,
    tenantId: TenantScope,
    { lessonId, asked, selected }: AttemptRow,
    submittedAt: Date,
  ): Promise<void> {
    const { right } = markAttempt(asked.questions, selected, asked.passingGrade);
    const questionKeys = asked.questions.map((one) => one.questionKey).filter((key) => !right.has(key));
    await reviews.enterWrong(tx, personId, tenantId, { lessonId, questionKeys, submittedAt });
  }

  function begin(
    within: ReturnType<typeof attemptsStore>,
    scope: Scope,
    lessonId: string,
    check: BuiltKnowledgeCheck,
    { number, moreTime }: { number: number; moreTime: number },
  ) {
    const { intro, closing, passingGrade, passMessage, failMessage, enableRetry } = check;
    const questions = drawQuestions(check, (limit) => randomInt(limit));
    const texts = { intro, closing, passingGrade, passMessage, failMessage, enableRetry };
    const asked = { ...texts, ...attemptRules(check), number, questions };
    return within.add(scope.tenantId, { personId: scope.actor?.personId ?? null, lessonId, asked, moreTime });
  }

  /** Marks an open attempt that is held; one whose time was over ended then. */
  async function mark(tx: Transaction, { actor, tenantId }: Scope, held: AttemptRow): Promise<AttemptRow> {
    const { score, passed } = markAttempt(held.asked.questions, held.selected, held.asked.passingGrade);
    const submittedAt = new Date(Math.min(now(), endOfAttempt(held) ?? Number.POSITIVE_INFINITY));
    const marked = { score, passed, submittedAt };
    await attemptsStore(tx).change(held.attemptId, marked);
    if (actor !== null) await enterWrong(tx, actor.personId, tenantId, held, submittedAt);
    if (actor !== null && passed) await progress.completePassed(actor.personId, tenantId, held, tx);
    return { ...held, ...marked };
  }

  /** Marks the caller's own attempt, unless it is marked already. @throws AcademyError not-found */
  async function submitOwn(scope: Scope, attemptId: string): Promise<AttemptRow> {
    const { actor, tenantId } = scope;
    const row = await db.transaction(async (tx) => {
      if (actor !== null) await holdPerson(tx, actor.personId);
      const held = await attemptsStore(tx).hold(tenantId, attemptId);
      if (held === null || held.personId !== (actor?.personId ?? null)) throw notFound('attemptId');
      return held.submittedAt === null ? mark(tx, scope, held) : held;
    });
    if (actor !== null && row.passed) await courseCompleted({ ...scope, actor });
    return row;
  }

  /** Whether another attempt may begin now: by the rules of the check, or by those of the last attempt. */
  function mayBegin(check: BuiltKnowledgeCheck, last: AttemptRow, number: number): boolean {
    return [
      { ...last.asked, number },
      { ...attemptRules(check), enableRetry: check.enableRetry, number },
    ].some((asked) => {
      const at = retakeTime({ ...last, asked });
      return at !== null && at <= now();
    });
  }

  /** The caller's attempt with this id; null when it belongs to another person or lesson. */
  async function ownOf(scope: Scope, lessonId: string, attemptId: string): Promise<AttemptRow | null> {
    try {
      const row = await ownAttempt(scope, attemptId);
      return row.lessonId === lessonId ? row : null;
    } catch (error) {
      if (error instanceof AcademyError && error.code === 'not-found') return null;
      throw error;
    }
  }

  return {
    /**
     * The open attempt, or a new one; the last submitted one where none is left, or its pause is not over.
     *
     * @throws AcademyError not-found, locked-auth, locked-pro
     */
    async open(scope: Scope, lessonId: string, attemptId: string | undefined): Promise<Attempt> {
      const { actor, tenantId } = scope;
      const check = await checkOf(scope, lessonId);
      const known = attemptId === undefined ? null : await ownOf(scope, lessonId, attemptId);
      if (known !== null) return presentAttempt(known, now());
      if (actor === null) {
        // The server does not know whether it is a visitor's first attempt.
        if (needsAccount(attemptRules(check))) throw new AcademyError('locked-auth', { field: 'lessonId' });
        return presentAttempt(await begin(store, scope, lessonId, check, { number: 1, moreTime: 0 }), now());
      }
      const { personId } = actor;
      const row = await db.transaction(async (tx) => {
        const within = attemptsStore(tx);
        await holdPerson(tx, personId);
        const open = await within.open(personId, tenantId, lessonId);
        // Whose time was over while nobody looked is submitted, and shown.
        if (open !== null) return isOver(open) ? mark(tx, scope, open) : open;
        const last = await within.lastSubmitted(personId, tenantId, lessonId);
        const done = last === null ? 0 : await within.countSubmitted(personId, tenantId, lessonId);
        if (last !== null && !mayBegin(check, last, done)) return last;
        await within.useGrant(personId, tenantId, lessonId);
        return begin(within, scope, lessonId, check, { number: done + 1, moreTime: last?.moreTime ?? 0 });
      });
      if (row.passed) await courseCompleted({ ...scope, actor });
      return presentAttempt(row, now());
    },

    /** @throws AcademyError invalid-input, not-found, already-submitted */
    async save(scope: Scope, attemptId: string, questionKey: string, selected: readonly string[]): Promise<void> {
      const row = await ownAttempt(scope, attemptId);
      if (row.submittedAt !== null) throw new AcademyError('already-submitted', { field: 'attemptId' });
      const question = row.asked.questions.find((one) => one.questionKey === questionKey);
      if (question === undefined) {
        const message = 'questionKey: is not asked in this attempt';
        throw new AcademyError('invalid-input', { message, field: 'questionKey' });
      }
      const chosen = chosenOptions(question, selected);
      if (!(await store.save(scope.tenantId, row.attemptId, questionKey, chosen)))
        throw new AcademyError('already-submitted', { field: 'attemptId' });
    },

    /** Marks the attempt, and completes the lesson when it was passed. Idempotent. */
    async submit(scope: Scope, attemptId: string): Promise<AttemptResult> {
      const { attemptId: own } = await ownAttempt(scope, attemptId);
      return resultOf(await submitOwn(scope, own)) as AttemptResult;
    },

    /** @throws AcademyError not-found, locked-auth, locked-pro */
    async read(scope: Scope, attemptId: string): Promise<Attempt> {
      return presentAttempt(await ownAttempt(scope, attemptId), now());
    },

    async list(scope: SignedInScope, lessonId: string): Promise<{ attempts: AttemptLine[]; best: AttemptLine | null }> {
      const lines = () => store.lines(scope.actor.personId, scope.tenantId, lessonId);
      let rows = await lines();
      const over = rows.filter(isOver);
      for (const { attemptId } of over) await submitOwn(scope, attemptId);
      if (over.length > 0) rows = await lines();
      const attempts = rows.map(presentLine);
      return { attempts, best: bestAttempt(attempts) };
    },
  };
}

export type AttemptsService = ReturnType<typeof attemptsService>;

/** The choices that also exist in these questions. */
function usableIn({ questions }: AskedCheck, selected: Selections): Selections {
  const usable = questions.flatMap(({ questionKey, options }) => {
    const known = new Set(options.map(({ optionKey }) => optionKey));
    const chosen = Object.hasOwn(selected, questionKey) ? selected[questionKey] : undefined;
    return chosen?.every((key) => known.has(key)) ? [[questionKey, chosen] as const] : [];
  });
  return Object.fromEntries(usable);
}

function notFound(field: string): AcademyError {
  return new AcademyError('not-found', { field });
}
