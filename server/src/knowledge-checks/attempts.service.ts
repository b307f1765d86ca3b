import { randomInt } from 'node:crypto';
import type { BuiltKnowledgeCheck } from '@academy/content/built-item';
import { VISITOR_ATTEMPT_HOURS } from '@academy/contract/constants';
import { AcademyError } from '@academy/contract/errors';
import type { Attempt, AttemptLine, AttemptResult } from '@academy/contract/knowledge-checks';
import { drawQuestions } from '@academy/contract/rules/quiz-drawing';
import { bestAttempt, markAttempt, type Selections } from '@academy/contract/rules/quiz-marking';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import type { CourseCompleted, ProgressService } from '../progress/progress.service.ts';
import { addMovedAttempt } from '../stats/kept-questions.ts';
import type { Actor, PersonId, Scope, SignedInScope, TenantScope } from '../values/scope.ts';
import { mayRetake, presentAttempt, presentLine, resultOf } from './attempts.present.ts';
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
    return row;
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

  function begin(within: ReturnType<typeof attemptsStore>, scope: Scope, lessonId: string, check: BuiltKnowledgeCheck) {
    const { intro, closing, passingGrade, passMessage, failMessage, enableRetry } = check;
    const questions = drawQuestions(check, (limit) => randomInt(limit));
    const asked = { intro, closing, passingGrade, passMessage, failMessage, enableRetry, questions };
    return within.add(scope.tenantId, { personId: scope.actor?.personId ?? null, lessonId, asked });
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
     * The open attempt, or a new one; of a check without retry the submitted one, unless another was granted.
     *
     * @throws AcademyError not-found, locked-auth, locked-pro
     */
    async open(scope: Scope, lessonId: string, attemptId: string | undefined): Promise<Attempt> {
      const { actor, tenantId } = scope;
      const check = await checkOf(scope, lessonId);
      const known = attemptId === undefined ? null : await ownOf(scope, lessonId, attemptId);
      if (known !== null) return presentAttempt(known);
      if (actor === null) {
        // The server does not know whether it is a visitor's first attempt.
        if (!check.enableRetry) throw new AcademyError('locked-auth', { field: 'lessonId' });
        return presentAttempt(await begin(store, scope, lessonId, check));
      }
      const row = await db.transaction(async (tx) => {
        const within = attemptsStore(tx);
        await holdPerson(tx, actor.personId);
        const open = await within.open(actor.personId, tenantId, lessonId);
        if (open !== null) return open;
        const last = check.enableRetry ? null : await within.lastSubmitted(actor.personId, tenantId, lessonId);
        if (last !== null && !mayRetake(last.asked, last)) return last;
        await within.useGrant(actor.personId, tenantId, lessonId);
        return begin(within, scope, lessonId, check);
      });
      return presentAttempt(row);
    },

    /** @throws AcademyError invalid-input, not-found, already-submitted */
    async save(scope: Scope, attemptId: string, questionKey: string, selected: readonly string[]): Promise<void> {
      const row = await ownAttempt(scope, attemptId);
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
      const row = await db.transaction(async (tx) => {
        const within = attemptsStore(tx);
        const { actor, tenantId } = scope;
        if (actor !== null) await holdPerson(tx, actor.personId);
        const held = await within.hold(tenantId, own);
        if (held === null || held.personId !== (actor?.personId ?? null)) throw notFound('attemptId');
        if (held.submittedAt !== null) return held;
        const { score, passed } = markAttempt(held.asked.questions, held.selected, held.asked.passingGrade);
        const marked = { score, passed, submittedAt: new Date(now()) };
        await within.change(own, marked);
        if (actor !== null) await enterWrong(tx, actor.personId, tenantId, held, marked.submittedAt);
        if (actor !== null && passed) await progress.completePassed(actor.personId, tenantId, held, tx);
        return { ...held, ...marked };
      });
      const { actor } = scope;
      if (actor !== null && row.passed) await courseCompleted({ ...scope, actor });
      return resultOf(row) as AttemptResult;
    },

    /** @throws AcademyError not-found, locked-auth, locked-pro */
    async read(scope: Scope, attemptId: string): Promise<Attempt> {
      return presentAttempt(await ownAttempt(scope, attemptId));
    },

    async list(
      { actor, tenantId }: SignedInScope,
      lessonId: string,
    ): Promise<{ attempts: AttemptLine[]; best: AttemptLine | null }> {
      const attempts = (await store.lines(actor.personId, tenantId, lessonId)).map(presentLine);
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
