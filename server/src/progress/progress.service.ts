import { randomUUID } from 'node:crypto';
import type { Course, CourseItem } from '@academy/contract/courses';
import type { Locked, ProgressStatus } from '@academy/contract/entities';
import { AcademyError } from '@academy/contract/errors';
import type { LikeableType } from '@academy/contract/favorites';
import type { LessonItem } from '@academy/contract/lessons';
import type { CourseProgress, LessonOverlayItem, OverlayItem, ProgressEvent } from '@academy/contract/progress';
import { lockOf, proLessonsFor } from '@academy/contract/rules/access';
import {
  courseDetailsStatus,
  courseProgressStatus,
  finishedOnce,
  lessonStates,
  newsOf,
} from '@academy/contract/rules/progress';
import type { Tenant } from '@academy/contract/tenants';
import type { CourseOutline, CoursesService } from '../courses/courses.service.ts';
import type { LessonRow } from '../courses/courses.store.ts';
import type { Transaction } from '../db/transaction.ts';
import { type Actor, type PersonId, type SignedInScope, scopeOf, type TenantScope } from '../values/scope.ts';
import {
  courseProgress,
  isThrough,
  type LearnerCourse,
  lastTouched,
  overlayItem,
  type States,
  withCounts,
} from './learner-course.ts';
import type { NewEvent, ProgressStore } from './progress.store.ts';

/** Called after a learner may have completed a course. */
export type CourseCompleted = (scope: SignedInScope) => Promise<void>;

/** A learner's progress in the catalogue. Every count in a reply comes from `countCompleted` over the ledger. */
export function progressService(
  store: ProgressStore,
  courses: CoursesService,
  courseCompleted: CourseCompleted = async () => undefined,
) {
  const lessonIds = (outline: CourseOutline) => outline.reachable.map((row) => row.lessonId);

  async function inCourse(actor: Actor, tenant: Tenant, outline: CourseOutline): Promise<LearnerCourse> {
    const [events, finished] = await Promise.all([
      store.ofItems(actor.personId, scopeOf(tenant), 'lesson', lessonIds(outline)),
      finishedOf(actor.personId, scopeOf(tenant), [outline.course.id]),
    ]);
    return withCounts(outline, lessonStates(events), finished);
  }

  const finishedOf = async (personId: PersonId, tenantId: TenantScope, courseIds: string[]) =>
    finishedOnce(await store.ofItems(personId, tenantId, 'course', courseIds));

  /** The courses in which the learner has at least one event that still counts, most recent first. */
  async function started(actor: Actor, tenant: Tenant) {
    const tenantId = scopeOf(tenant);
    const { events, courseIds } = await store.allInCourses(actor.personId, tenantId);
    const [states, finished] = [lessonStates(events), finishedOnce(events)];
    const outlines = await courses.leanOutlines(tenantId, courseIds);
    const learners = [...outlines.values()]
      .map((outline) => withCounts(outline, states, finished))
      .sort((a, b) => lastTouched(b) - lastTouched(a));
    return { learners, finished };
  }

  function refuseLocked(row: LessonRow, actor: Actor, tenant: Tenant): void {
    refuseLock(lockOf({ view: row.entitlements }, actor, tenant.signedInIsPro));
  }

  /** A lesson in which a learner may do something: reachable, no module, not locked for the actor. */
  function lessonToAct(outline: CourseOutline | null, lessonId: string, scope: SignedInScope): LessonRow {
    const row = outline?.reachable.find((one) => one.lessonId === lessonId);
    if (row === undefined || row.type === 'module') throw new AcademyError('not-found', { field: 'lessonId' });
    refuseLocked(row, scope.actor, scope.tenant);
    return row;
  }

  /** Ids of the knowledge checks among these lessons that must still be passed to complete them. */
  async function unpassedOf({ actor, tenantId }: SignedInScope, rows: readonly LessonRow[]): Promise<Set<string>> {
    const checks = rows.filter(({ type }) => type === 'knowledge-check').map(({ lessonId }) => lessonId);
    return store.unpassedChecks(actor.personId, tenantId, checks);
  }

  return {
    /**
     * Marks a lesson complete, unless it is a knowledge check that must be passed first; for a completed one nothing is
     * written.
     *
     * @param key of the event: without a reply, a browser may send the same event with `record`
     */
    async complete(scope: SignedInScope, courseId: string, lessonId: string, key: string = randomUUID()) {
      const { actor, tenant, tenantId } = scope;
      const outline = await courses.outline(tenantId, { id: courseId });
      const row = lessonToAct(outline, lessonId, scope);
      const before = await inCourse(actor, tenant, outline as CourseOutline);
      const done = before.states.get(lessonId)?.status === 'Completed';
      if (!done) {
        const unpassed = await unpassedOf(scope, [row]);
        if (unpassed.has(lessonId)) throw new AcademyError('check-not-passed', { field: 'lessonId' });
        const event: NewEvent = { key, itemId: lessonId, kind: 'completed', at: new Date(), value: null };
        await store.append(actor.personId, tenantId, 'lesson', [event]);
      }
      const after = done ? before : await inCourse(actor, tenant, outline as CourseOutline);
      if (!done && isThrough(after)) await courseCompleted(scope);
      return { progressStatus: 'Completed' as ProgressStatus, ...after.counts };
    },

    /**
     * Completes the lesson of a knowledge check that was passed; once for each attempt.
     *
     * @param within a transaction that has locked the person
     */
    async completePassed(
      personId: PersonId,
      tenantId: TenantScope,
      { lessonId, attemptId }: { lessonId: string; attemptId: string },
      within: Transaction,
    ): Promise<void> {
      const key = `passed:${attemptId}`;
      const event: NewEvent = { key, itemId: lessonId, kind: 'completed', at: new Date(), value: null };
      await store.appendWithin(within, personId, tenantId, 'lesson', event);
    },

    /** Whether a learner has completed a lesson or guide. */
    async isCompleted(
      personId: PersonId,
      tenantId: TenantScope,
      itemKind: 'lesson' | 'guide',
      itemId: string,
    ): Promise<boolean> {
      const states = lessonStates(await store.ofItems(personId, tenantId, itemKind, [itemId]));
      return states.get(itemId)?.status === 'Completed';
    },

    /**
     * Marks a guide complete that the learner may read; for a completed one nothing is written. @param key of the event
     */
    async completeGuide(
      { actor, tenantId }: SignedInScope,
      guideId: string,
      key: string = randomUUID(),
    ): Promise<void> {
      if (await this.isCompleted(actor.personId, tenantId, 'guide', guideId)) return;
      const event: NewEvent = { key, itemId: guideId, kind: 'completed', at: new Date(), value: null };
      await store.append(actor.personId, tenantId, 'guide', [event]);
    },

    /** Writes events; each is recorded, known already, or refused with a reason, independent of the others. */
    async record(scope: SignedInScope, events: ProgressEvent[], sentAt?: string) {
      const { actor, tenantId } = scope;
      const clockError = sentAt === undefined ? 0 : Date.now() - Date.parse(sentAt);
      const courseOf = await courses.coursesOfLessons(tenantId, [...new Set(events.map((event) => event.lessonId))]);
      const outlines = await courses.outlines(tenantId, [...courseOf.values()]);

      const outlineOf = (lessonId: string) => outlines.get(courseOf.get(lessonId) ?? '') ?? null;
      const completed = events.filter(({ kind }) => kind === 'completed').map(({ lessonId }) => lessonId);
      const unpassed = await unpassedOf(
        scope,
        completed.flatMap((lessonId) => outlineOf(lessonId)?.reachable.find((row) => row.lessonId === lessonId) ?? []),
      );

      const accepted: NewEvent[] = [];
      const refused = new Map<string, string>();
      for (const event of events) {
        try {
          lessonToAct(outlineOf(event.lessonId), event.lessonId, scope);
          if (event.kind === 'completed' && unpassed.has(event.lessonId)) throw new AcademyError('check-not-passed');
          accepted.push({
            key: event.key,
            itemId: event.lessonId,
            kind: event.kind,
            at: held(Date.parse(event.at) + clockError, actor.createdAt),
            value: event.value === undefined ? null : Math.round(event.value),
          });
        } catch (error) {
          if (!(error instanceof AcademyError)) throw error;
          refused.set(event.key, error.message);
        }
      }
      const recorded = await store.append(actor.personId, tenantId, 'lesson', uniqueByKey(accepted));
      const touched = [...outlines.values()];
      const [after, finished] = await Promise.all([
        store.ofItems(actor.personId, tenantId, 'lesson', touched.flatMap(lessonIds)).then(lessonStates),
        finishedOf(actor.personId, tenantId, [...outlines.keys()]),
      ]);
      const learners = touched.map((outline) => withCounts(outline, after, finished));
      const counted = learners.map(courseProgress);
      // Who opens what has changed may have gone through all that is new.
      const changed = new Set(
        touched.flatMap(({ counted: rows }) => rows.flatMap((row) => (row.changedAt === null ? [] : row.lessonId))),
      );
      const goesOn = accepted.some(
        ({ key, kind, itemId }) => recorded.has(key) && (kind === 'completed' || changed.has(itemId)),
      );
      if (goesOn && learners.some(isThrough)) await courseCompleted(scope);
      return {
        results: events.map((event) => {
          const reason = refused.get(event.key) ?? null;
          const outcome =
            reason !== null
              ? ('refused' as const)
              : recorded.has(event.key)
                ? ('recorded' as const)
                : ('repeated' as const);
          return { key: event.key, outcome, reason };
        }),
        courses: counted,
      };
    },

    /** Restarts a course; when nothing counts in it any more, nothing is written. */
    async restart({ actor, tenant, tenantId }: SignedInScope, courseId: string): Promise<CourseProgress> {
      const outline = await courses.outline(tenantId, { id: courseId });
      if (outline === null) throw new AcademyError('not-found', { field: 'courseId' });
      const states = lessonStates(await store.inWholeCourse(actor.personId, tenantId, courseId));
      const begun = [...states].filter(([, { status }]) => status !== 'Not Started');
      const at = new Date();
      const resets = begun.map(([itemId]): NewEvent => ({ key: randomUUID(), itemId, kind: 'reset', at, value: null }));
      await store.append(actor.personId, tenantId, 'lesson', resets);
      return courseProgress(await inCourse(actor, tenant, outline));
    },

    /** Changes with everything that the learner does in this academy, on any device. */
    version({ actor, tenantId }: SignedInScope): Promise<string> {
      return store.version(actor.personId, tenantId);
    },

    /** The overlay of one course: an entry for the course and one per listed lesson. */
    async overlayOfCourse(scope: SignedInScope, slug: string) {
      const { actor, tenant, tenantId } = scope;
      const outline = await courses.outline(tenantId, { slug });
      if (outline === null) throw new AcademyError('not-found');
      const own = await store.ofCourse(actor.personId, tenantId, outline.course.id, lessonIds(outline));
      const learner = withCounts(outline, lessonStates(own.events), finishedOnce(own.events));
      const isFinished = courseProgressStatus(learner.counts) === 'Completed';
      const lessons: Record<string, LessonOverlayItem> = {};
      for (const { lessonId, entitlements, type, listed, changedAt } of outline.reachable) {
        const state = learner.states.get(lessonId);
        const line: LessonOverlayItem = {
          progressStatus: state?.status ?? 'Not Started',
          isFavorite: own.favoriteLessons.has(lessonId),
          locked: lockOf({ view: entitlements }, actor, tenant.signedInIsPro),
        };
        if (state !== undefined && state.position !== null) line.position = state.position;
        const news = isFinished && listed && type !== 'module' ? newsOf(changedAt?.getTime() ?? null, state) : null;
        if (news !== null) line.news = news;
        lessons[lessonId] = line;
      }
      return {
        items: { [outline.course.id]: overlayItem(learner, actor, tenant, own.favoriteCourses) },
        lessons,
        favoriteCount: own.favoriteCourses.size,
      };
    },

    /**
     * The overlay of lists: one entry per course that the learner started or has as a favorite.
     *
     * @param favoriteCourses ids of the learner's favorite courses; undefined: they are read
     */
    async overlayOfCourses(scope: SignedInScope, favoriteCourses?: ReadonlySet<string>) {
      const { items, favoriteCount } = await this.ownCourses(scope, favoriteCourses);
      return { items, favoriteCount };
    },

    /** The same, and the ids of the started courses, most recent first. */
    async ownCourses(scope: SignedInScope, favoriteCourses?: ReadonlySet<string>) {
      const { actor, tenant, tenantId } = scope;
      const [{ learners: mine }, favoriteIds] = await Promise.all([
        started(actor, tenant),
        favoriteCourses ?? store.favoriteCourses(actor.personId, tenantId),
      ]);
      const items: Record<string, OverlayItem> = {};
      for (const learner of mine) items[learner.outline.course.id] = overlayItem(learner, actor, tenant, favoriteIds);
      const untouched = [...favoriteIds].filter((id) => items[id] === undefined);
      for (const [id, outline] of await courses.leanOutlines(tenantId, untouched))
        items[id] = overlayItem(withCounts(outline, new Map(), new Set()), actor, tenant, favoriteIds);
      return { items, favoriteCount: favoriteIds.size, started: mine.map(({ outline }) => outline.course.id) };
    },

    /**
     * Notes the courses of which the learner has completed every lesson as finished, for ever. Idempotent.
     *
     * @returns overlay entries of the courses that the learner started, without favorites, and those of which every lesson
     * is completed now
     */
    async noteFinished({ actor, tenant, tenantId }: SignedInScope) {
      const { learners, finished } = await started(actor, tenant);
      const through = learners.filter(isThrough);
      const events = through
        .filter(({ outline }) => !finished.has(outline.course.id))
        .map(({ outline: { course } }): NewEvent => {
          const key = `finished:${course.id}`;
          return { key, itemId: course.id, kind: 'finished', at: new Date(), value: course.version };
        });
      await store.append(actor.personId, tenantId, 'course', events);
      const items: Record<string, OverlayItem> = {};
      for (const learner of learners)
        items[learner.outline.course.id] = overlayItem(learner, actor, tenant, NO_FAVORITES);
      return { items, through };
    },

    /** The overlay of lists, and since when there may be news for the learner. @param now ms since 1970 */
    async overlayOfHome(scope: SignedInScope, now = Date.now()) {
      const { actor, tenantId } = scope;
      const today = new Date(now);
      today.setUTCHours(0, 0, 0, 0);
      const [overlay, lastActive] = await Promise.all([
        this.overlayOfCourses(scope),
        store.lastActiveBefore(actor.personId, tenantId, today),
      ]);
      return { ...overlay, lastActiveAt: (lastActive ?? actor.createdAt).toISOString() };
    },

    /** The learner's reachable favorites: ids by kind, the newest first. */
    favorites({ actor, tenantId }: SignedInScope): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
      return store.favorites(actor.personId, tenantId);
    },

    /** Ids of the learner's reachable favorites of one kind. */
    favoriteIds({ actor, tenantId }: SignedInScope, kind: LikeableType): Promise<ReadonlySet<string>> {
      return store.favoriteIds(actor.personId, tenantId, kind);
    },

    /** How many reachable favorites of one kind the learner has. */
    countFavorites({ actor, tenantId }: SignedInScope, kind: LikeableType): Promise<number> {
      return store.countFavorites(actor.personId, tenantId, kind);
    },

    /** The learner's own state on guides, by id. */
    async ofGuides(scope: SignedInScope): Promise<{ states: States; favorites: ReadonlySet<string> }> {
      const [events, favorites] = await Promise.all([
        store.all(scope.actor.personId, scope.tenantId, 'guide'),
        this.favoriteIds(scope, 'guide'),
      ]);
      return { states: lessonStates(events), favorites };
    },

    /** List items with the learner's own state from `overlayOfCourses` merged in. */
    mergeItems<C extends CourseItem>(
      scope: SignedInScope,
      items: readonly C[],
      overlay: { items: Readonly<Record<string, OverlayItem>> },
    ): C[] {
      return items.map((item) => {
        const own = overlay.items[item.courseId];
        const locked = lockOf(item.entitlements, scope.actor, scope.tenant.signedInIsPro);
        const proLessons = proLessonsFor(item.proLessons, scope.actor, scope.tenant.signedInIsPro);
        if (own === undefined) return { ...item, proLessons, locked };
        const { continueAt: _continueAt, secondsLeft: _secondsLeft, unlisted: _unlisted, ...state } = own;
        return { ...item, proLessons, ...state };
      });
    },

    /** Course details with the learner's own state merged in. */
    async mergeCourse(scope: SignedInScope, course: Course): Promise<Course> {
      const [overlay, outline] = await Promise.all([
        this.overlayOfCourse(scope, course.slug),
        courses.outline(scope.tenantId, { slug: course.slug }),
      ]);
      const own = overlay.items[course.courseId];
      const counts = own ?? { completedLesson: 0, lessonsCount: course.lessonsCount };
      return {
        ...course,
        isFavorite: own?.isFavorite ?? false,
        locked: own?.locked ?? null,
        labUrl: own?.locked === null ? (outline?.course.data.labUrl ?? null) : null,
        completedLesson: counts.completedLesson,
        lessonsCount: counts.lessonsCount,
        proLessons: proLessonsFor(course.proLessons, scope.actor, scope.tenant.signedInIsPro),
        progressStatus: courseDetailsStatus(counts),
        lessons: course.lessons.map((item) => mergeLesson(item, overlay.lessons[item.lessonId])),
      };
    },

    /** Lessons of several courses with the learner's own progress and locks merged in. */
    async mergeSeparateLessons(scope: SignedInScope, items: LessonItem[]): Promise<LessonItem[]> {
      const { actor, tenant, tenantId } = scope;
      const ids = items.map((item) => item.lessonId);
      const states = lessonStates(await store.ofItems(actor.personId, tenantId, 'lesson', ids));
      return items.map((item) =>
        mergeLesson(item, {
          progressStatus: states.get(item.lessonId)?.status ?? 'Not Started',
          isFavorite: item.isFavorite,
          locked: lockOf(item.entitlements, actor, tenant.signedInIsPro),
        }),
      );
    },

    /** Lessons with the learner's own state merged in, and how many of those that count are complete. */
    async mergeLessons<L extends LessonItem>(
      scope: SignedInScope,
      outline: CourseOutline,
      items: L[],
    ): Promise<{ lessons: L[]; completedLesson: number }> {
      const overlay = await this.overlayOfCourse(scope, outline.course.slug);
      return {
        lessons: items.map((item) => mergeLesson(item, overlay.lessons[item.lessonId])),
        completedLesson: overlay.items[outline.course.id]?.completedLesson ?? 0,
      };
    },
  };
}

const NO_FAVORITES: ReadonlySet<string> = new Set();

export type ProgressService = ReturnType<typeof progressService>;

/** @throws AcademyError locked-pro, locked-auth */
export function refuseLock(lock: Locked): void {
  if (lock !== null) throw new AcademyError(lock === 'pro' ? 'locked-pro' : 'locked-auth', { field: 'lessonId' });
}

function mergeLesson<L extends LessonItem>(
  item: L,
  own: { progressStatus: ProgressStatus; isFavorite: boolean; locked: LessonItem['locked'] } | undefined,
): L {
  if (own === undefined || item.type === 'module') return item;
  const { progressStatus, isFavorite, locked } = own;
  return { ...item, progressStatus, isFavorite, locked, isComplete: progressStatus === 'Completed' };
}

/** Corrects a wrong clock: an event happens neither before the account's creation nor in the future. */
function held(at: number, createdAt: Date): Date {
  return new Date(Math.min(Date.now(), Math.max(createdAt.getTime(), at)));
}

function uniqueByKey(events: NewEvent[]): NewEvent[] {
  return [...new Map(events.map((event) => [event.key, event])).values()];
}
