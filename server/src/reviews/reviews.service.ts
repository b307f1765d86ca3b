import { randomInt } from 'node:crypto';
import type { BuiltKnowledgeCheck, BuiltQuestion } from '@academy/content/built-item';
import { AcademyError } from '@academy/contract/errors';
import type { OwnDay, ReviewAnswer, ReviewQuestion, ReviewSummary } from '@academy/contract/reviews';
import { lockOf } from '@academy/contract/rules/access';
import { drawQuestions } from '@academy/contract/rules/quiz-drawing';
import { markAttempt } from '@academy/contract/rules/quiz-marking';
import { afterReview, enterReview, isDue, portionLeft, reviewDay } from '@academy/contract/rules/review-schedule';
import type { CourseOutline, CoursesService } from '../courses/courses.service.ts';
import type { LessonRow } from '../courses/courses.store.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { presentMarked } from '../knowledge-checks/attempts.present.ts';
import { chosenOptions } from '../knowledge-checks/chosen-options.ts';
import { presentQuestion } from '../knowledge-checks/questions.present.ts';
import type { LessonsService } from '../lessons/lessons.service.ts';
import { refuseLock } from '../progress/progress.service.ts';
import type { PersonId, SignedInScope, TenantScope } from '../values/scope.ts';
import { type ReviewRow, reviewsStore } from './reviews.store.ts';

export interface ReviewsOptions {
  db: Database;
  lessons: Pick<LessonsService, 'withKnowledgeCheck'>;
  courses: Pick<CoursesService, 'outlines' | 'coursesOfLessons'>;
  /** ms since 1970 */
  now?: () => number;
}

/** The lesson and course of a question. */
interface Place {
  outline: CourseOutline;
  row: LessonRow;
}

/** A learner's review: which questions are due when, and the effect of answers. It never changes progress. */
export function reviewsService({ db, lessons, courses, now = Date.now }: ReviewsOptions) {
  const store = reviewsStore(db);

  /** The reachable ones of these lessons, by id. */
  async function placesOf(tenantId: TenantScope, lessonIds: Iterable<string>): Promise<Map<string, Place>> {
    const ids = [...new Set(lessonIds)];
    const courseOf = await courses.coursesOfLessons(tenantId, ids);
    const outlines = await courses.outlines(tenantId, [...courseOf.values()]);
    const places = ids.flatMap((lessonId): [string, Place][] => {
      const outline = outlines.get(courseOf.get(lessonId) ?? '');
      const row = outline?.reachable.find((one) => one.lessonId === lessonId && one.type !== 'module');
      return outline === undefined || row === undefined ? [] : [[lessonId, { outline, row }]];
    });
    return new Map(places);
  }

  const lockAt = ({ row }: Place, { actor, tenant }: SignedInScope) =>
    lockOf({ view: row.entitlements }, actor, tenant.signedInIsPro);

  /**
   * Due questions that can be asked: of existing lessons that are open to the learner, if they still have the question and
   * a result has shown its answer, which a review would reveal otherwise.
   */
  async function askable(scope: SignedInScope): Promise<ReviewRow[]> {
    const { actor, tenantId } = scope;
    const waiting = await store.waiting(actor.personId, tenantId);
    if (waiting.length === 0) return [];
    const places = await placesOf(
      tenantId,
      waiting.map(({ lessonId }) => lessonId),
    );
    const open = [...places].filter(([, place]) => lockAt(place, scope) === null).map(([lessonId]) => lessonId);
    const [asked, revealed] = await Promise.all([
      store.questionKeys(tenantId, open),
      store.revealedIn(actor.personId, tenantId, open),
    ]);
    return waiting.filter(
      ({ lessonId, questionKey }) =>
        asked.get(lessonId)?.has(questionKey) && revealed.has(`${lessonId} ${questionKey}`),
    );
  }

  /** The rest of today's portion, and today's results so far. */
  async function today(scope: SignedInScope, { dayEndsAt, dayStartsAt }: OwnDay) {
    const { actor, tenantId } = scope;
    const startsAt = dayStartsAt === undefined ? undefined : Date.parse(dayStartsAt);
    const day = reviewDay(Date.parse(dayEndsAt), now(), startsAt);
    const [rows, done] = await Promise.all([
      askable(scope),
      store.answeredSince(actor.personId, tenantId, new Date(day.startsAt)),
    ]);
    const due = rows.filter((row) => isDue({ dueAt: row.dueAt?.getTime() ?? null }, day.endsAt));
    const portion = due.slice(0, portionLeft(due.length, done.answered));
    // More questions than a portion are due: the rest is for tomorrow.
    const next = portion.length < due.length ? new Date(day.endsAt) : (rows[due.length]?.dueAt ?? null);
    return { portion, ...done, nextAt: next };
  }

  /** @throws AcademyError not-found, locked-auth, locked-pro */
  async function checkAt(scope: SignedInScope, place: Place | undefined): Promise<BuiltKnowledgeCheck> {
    if (place === undefined) throw new AcademyError('not-found');
    refuseLock(lockAt(place, scope));
    const address = { courseSlug: place.outline.course.slug, lessonSlug: place.row.slug };
    const { item, part } = await lessons.withKnowledgeCheck(scope, address);
    refuseLock(item.locked);
    if (part === null || part === 'none') throw new AcademyError('not-found');
    return part;
  }

  /** A question in its lesson's present version. @throws AcademyError not-found, locked-auth, locked-pro */
  async function questionOf(
    scope: SignedInScope,
    { lessonId, questionKey }: Pick<ReviewRow, 'lessonId' | 'questionKey'>,
  ): Promise<BuiltQuestion> {
    const place = (await placesOf(scope.tenantId, [lessonId])).get(lessonId);
    const check = await checkAt(scope, place);
    const question = check.questions.find((one) => one.questionKey === questionKey);
    if (question === undefined) throw new AcademyError('not-found');
    return question;
  }

  function presentAsked(row: ReviewRow, question: BuiltQuestion, { outline, row: lesson }: Place): ReviewQuestion {
    const [asked = question] = drawQuestions({ asked: 1, shuffleQuestions: false, questions: [question] }, (limit) =>
      randomInt(limit),
    );
    return {
      ...presentQuestion(asked),
      reviewId: row.reviewId,
      why: row.why,
      lesson: {
        lessonId: lesson.lessonId,
        title: lesson.title,
        slug: lesson.slug,
        courseTitle: outline.course.title,
        courseSlug: outline.course.slug,
      },
    };
  }

  return {
    async summary(scope: SignedInScope, ownDay: OwnDay): Promise<ReviewSummary> {
      if (!(await store.isEnabled(scope.actor.personId)))
        return { enabled: false, due: 0, answered: 0, right: 0, nextAt: null };
      const { portion, answered, right, nextAt } = await today(scope, ownDay);
      return { enabled: true, due: portion.length, answered, right, nextAt: nextAt?.toISOString() ?? null };
    },

    /** The questions left for today, the longest overdue first. */
    async list(scope: SignedInScope, ownDay: OwnDay): Promise<{ enabled: boolean; questions: ReviewQuestion[] }> {
      if (!(await store.isEnabled(scope.actor.personId))) return { enabled: false, questions: [] };
      const { portion } = await today(scope, ownDay);
      const ids = portion.map(({ lessonId }) => lessonId);
      const places = await placesOf(scope.tenantId, ids);
      const checks = new Map<string, BuiltKnowledgeCheck>();
      for (const lessonId of new Set(ids)) {
        try {
          checks.set(lessonId, await checkAt(scope, places.get(lessonId)));
        } catch (error) {
          // It was removed a moment ago.
          if (!(error instanceof AcademyError)) throw error;
        }
      }
      const questions = portion.flatMap((row) => {
        const question = checks.get(row.lessonId)?.questions.find((one) => one.questionKey === row.questionKey);
        const place = places.get(row.lessonId);
        return question === undefined || place === undefined ? [] : [presentAsked(row, question, place)];
      });
      return { enabled: true, questions };
    },

    /**
     * Marks an answer. A question moves to its next step when it is due; answered again on the same day, or with the
     * same key, it is only marked.
     *
     * @throws AcademyError not-found, locked-auth, locked-pro, invalid-input
     */
    async answer(
      scope: SignedInScope,
      { reviewId, selected, dayEndsAt }: { reviewId: string; selected: readonly string[]; dayEndsAt: string },
      key: string | undefined,
    ): Promise<ReviewAnswer> {
      const { actor, tenantId } = scope;
      const known = await store.find(actor.personId, tenantId, reviewId);
      if (known === null) throw new AcademyError('not-found');
      if (!(await store.revealed(actor.personId, tenantId, known.lessonId)).has(known.questionKey))
        throw new AcademyError('not-found');
      const question = await questionOf(scope, known);
      const selections = { [question.questionKey]: chosenOptions(question, selected) };
      const { right } = markAttempt([question], selections, null);
      const isRight = right.has(question.questionKey);
      const dueAt = await db.transaction(async (tx) => {
        const within = reviewsStore(tx);
        const held = await within.hold(actor.personId, tenantId, reviewId);
        if (held === null) throw new AcademyError('not-found');
        const day = reviewDay(Date.parse(dayEndsAt), now());
        const isRepeated = key !== undefined && key === held.answerKey;
        if (isRepeated || !isDue({ dueAt: held.dueAt?.getTime() ?? null }, day.endsAt)) return held.dueAt;
        const moved = afterReview(held.step, isRight, day.endsAt);
        const after = { step: moved.step, dueAt: moved.dueAt === null ? null : new Date(moved.dueAt) };
        // Within the learner's day, which a wrong clock may have started early.
        const answeredAt = new Date(Math.max(now(), day.startsAt));
        const answer = { answeredAt, answeredRight: isRight, answerKey: key ?? null };
        await within.change(reviewId, { ...after, ...answer });
        return after.dueAt;
      });
      return { ...presentMarked(question, selections, right), nextAt: dueAt?.toISOString() ?? null };
    },

    /** Questions of removed or locked lessons are not shown. */
    async marks(
      scope: SignedInScope,
      lessonId: string,
    ): Promise<{ enabled: boolean; questions: { questionKey: string; asked: boolean }[] }> {
      const { actor, tenantId } = scope;
      const place = (await placesOf(tenantId, [lessonId])).get(lessonId);
      const isOpen = place !== undefined && lockAt(place, scope) === null;
      const [enabled, asks, revealed, marked] = await Promise.all([
        store.isEnabled(actor.personId),
        isOpen ? store.questionKeys(tenantId, [lessonId]) : new Map<string, Set<string>>(),
        store.revealed(actor.personId, tenantId, lessonId),
        store.marked(actor.personId, tenantId, lessonId),
      ]);
      const questions = [...(asks.get(lessonId) ?? [])]
        .filter((questionKey) => revealed.has(questionKey))
        .map((questionKey) => ({ questionKey, asked: marked.has(questionKey) }));
      return { enabled, questions };
    },

    /**
     * Learners may add a question once its answer was revealed: otherwise a review would reveal it before the check is
     * taken.
     *
     * @throws AcademyError not-found, locked-auth, locked-pro, reviews-off
     */
    async mark(
      scope: SignedInScope,
      { lessonId, questionKey, asked }: { lessonId: string; questionKey: string; asked: boolean },
    ): Promise<void> {
      const { personId } = scope.actor;
      const { tenantId } = scope;
      if (!asked) return store.remove(personId, tenantId, lessonId, questionKey);
      await questionOf(scope, { lessonId, questionKey });
      if (!(await store.revealed(personId, tenantId, lessonId)).has(questionKey)) throw new AcademyError('not-found');
      if (!(await store.isEnabled(personId))) throw new AcademyError('reviews-off');
      const dueAt = new Date(enterReview(now()).dueAt);
      await store.enter(personId, tenantId, { lessonId, questionKeys: [questionKey], why: 'asked', dueAt });
    },

    async setEnabled({ actor }: SignedInScope, enabled: boolean): Promise<void> {
      await store.setEnabled(actor.personId, enabled, new Date(now()));
    },

    /** Adds the wrong answers of an attempt, in the transaction that marks it or moves it to the person. */
    async enterWrong(
      tx: Transaction,
      personId: PersonId,
      tenantId: TenantScope,
      attempt: MarkedAttempt,
    ): Promise<void> {
      const { lessonId, questionKeys, submittedAt } = attempt;
      const dueAt = new Date(enterReview(submittedAt.getTime()).dueAt);
      await reviewsStore(tx).enter(personId, tenantId, { lessonId, questionKeys, why: 'wrong', dueAt });
    },
  };
}

/** The part of an attempt that a review needs: keys of the questions that were wrong. */
export interface MarkedAttempt {
  lessonId: string;
  questionKeys: readonly string[];
  submittedAt: Date;
}

export type ReviewsService = ReturnType<typeof reviewsService>;
