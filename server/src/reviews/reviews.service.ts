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
import type { PersonId, SignedInScope, TenantScope } from '../scope.ts';
import { type ReviewRow, reviewsStore } from './reviews.store.ts';

export interface ReviewsOptions {
  db: Database;
  lessons: Pick<LessonsService, 'withKnowledgeCheck'>;
  courses: Pick<CoursesService, 'outlines' | 'coursesOfLessons'>;
  /** ms since 1970 */
  now?: () => number;
}

/** Where a question is asked. */
interface Place {
  outline: CourseOutline;
  row: LessonRow;
}

/** Questions that learners are asked again: which, when, and what becomes of them. Progress knows nothing of it. */
export function reviewsService({ db, lessons, courses, now = Date.now }: ReviewsOptions) {
  const store = reviewsStore(db);

  /** The lessons among these that can be reached, by id. */
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

  /** What waits and can be asked: of lessons that are there and open to the learner, questions that they still ask. */
  async function askable(scope: SignedInScope): Promise<ReviewRow[]> {
    const { actor, tenantId } = scope;
    const waiting = await store.waiting(actor.personId, tenantId);
    if (waiting.length === 0) return [];
    const places = await placesOf(
      tenantId,
      waiting.map(({ lessonId }) => lessonId),
    );
    const open = [...places].filter(([, place]) => lockAt(place, scope) === null).map(([lessonId]) => lessonId);
    const asked = await store.questionKeys(tenantId, open);
    return waiting.filter(({ lessonId, questionKey }) => asked.get(lessonId)?.has(questionKey));
  }

  /** What is left of today's portion, and how the day went so far. */
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
    // More than a portion is due: the rest is asked tomorrow.
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

  /** A question as its lesson asks it now. @throws AcademyError not-found, locked-auth, locked-pro */
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

    /** The questions that are left for today, the longest overdue first. */
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
          // It went away a moment ago.
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
     * Marks an answer. A question moves when it is due; answered again on the same day, or with the same key, it is only
     * marked.
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
        // Within the learner's day, which a wrong clock may have begun already.
        const answeredAt = new Date(Math.max(now(), day.startsAt));
        const answer = { answeredAt, answeredRight: isRight, answerKey: key ?? null };
        await within.change(reviewId, { ...after, ...answer });
        return after.dueAt;
      });
      return { ...presentMarked(question, selections, right), nextAt: dueAt?.toISOString() ?? null };
    },

    /** Of a lesson that is gone or locked there is nothing to mark. */
    async marks(
      scope: SignedInScope,
      lessonId: string,
    ): Promise<{ enabled: boolean; questions: { questionKey: string; asked: boolean }[] }> {
      const { actor, tenantId } = scope;
      const place = (await placesOf(tenantId, [lessonId])).get(lessonId);
      const isOpen = place !== undefined && lockAt(place, scope) === null;
      const [enabled, asks, told, marked] = await Promise.all([
        store.isEnabled(actor.personId),
        isOpen ? store.questionKeys(tenantId, [lessonId]) : new Map<string, Set<string>>(),
        store.told(actor.personId, tenantId, lessonId),
        store.marked(actor.personId, tenantId, lessonId),
      ]);
      const questions = [...(asks.get(lessonId) ?? [])]
        .filter((questionKey) => told.has(questionKey))
        .map((questionKey) => ({ questionKey, asked: marked.has(questionKey) }));
      return { enabled, questions };
    },

    /**
     * A question can be asked for once its answer was told: else a review would tell it before the check is taken.
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
      if (!(await store.told(personId, tenantId, lessonId)).has(questionKey)) throw new AcademyError('not-found');
      if (!(await store.isEnabled(personId))) throw new AcademyError('reviews-off');
      const dueAt = new Date(enterReview(now()).dueAt);
      await store.enter(personId, tenantId, { lessonId, questionKeys: [questionKey], why: 'asked', dueAt });
    },

    async setEnabled({ actor }: SignedInScope, enabled: boolean): Promise<void> {
      await store.setEnabled(actor.personId, enabled, new Date(now()));
    },

    /** Takes in what was wrong in an attempt, in the transaction that marks it or gives it to the person. */
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

/** What a review takes of an attempt: keys of the questions that were wrong. */
export interface MarkedAttempt {
  lessonId: string;
  questionKeys: readonly string[];
  submittedAt: Date;
}

export type ReviewsService = ReturnType<typeof reviewsService>;
