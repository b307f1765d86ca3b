import { randomUUID } from 'node:crypto';
import type { Course, CourseItem } from '@academy/contract/courses';
import type { Locked, ProgressStatus } from '@academy/contract/entities';
import { AcademyError } from '@academy/contract/errors';
import type { LikeableType } from '@academy/contract/favorites';
import type { LessonItem } from '@academy/contract/lessons';
import type { CourseProgress, OverlayItem, ProgressEvent } from '@academy/contract/progress';
import { lockOf } from '@academy/contract/rules/access';
import {
  type CourseCounts,
  countCompleted,
  courseDetailsStatus,
  courseProgressStatus,
  type LessonState,
  lessonStates,
  percentDone,
} from '@academy/contract/rules/progress';
import type { Tenant } from '@academy/contract/tenants';
import type { CourseOutline, CoursesService } from '../courses/courses.service.ts';
import type { LessonRow } from '../courses/courses.store.ts';
import { type Actor, type SignedInScope, scopeOf } from '../scope.ts';
import type { NewEvent, ProgressStore } from './progress.store.ts';

type States = ReadonlyMap<string, LessonState>;

/** One course with what the learner did in it. */
interface LearnerCourse {
  outline: CourseOutline;
  states: States;
  counts: CourseCounts;
}

/** The learner's side of the catalogue. Every count in a reply comes from `countCompleted` over the ledger. */
export function progressService(store: ProgressStore, courses: CoursesService) {
  const lessonIds = (outline: CourseOutline) => outline.reachable.map((row) => row.lessonId);

  async function inCourse(actor: Actor, tenant: Tenant, outline: CourseOutline): Promise<LearnerCourse> {
    const events = await store.ofItems(actor.personId, scopeOf(tenant), 'lesson', lessonIds(outline));
    return withCounts(outline, lessonStates(events));
  }

  /** The courses in which the learner has at least one event that still counts, most recent first. */
  async function started(actor: Actor, tenant: Tenant): Promise<LearnerCourse[]> {
    const tenantId = scopeOf(tenant);
    const states = lessonStates(await store.all(actor.personId, tenantId, 'lesson'));
    const courseOf = await courses.coursesOfLessons(tenantId, [...states.keys()]);
    const outlines = await Promise.all([...new Set(courseOf.values())].map((id) => courses.outline(tenantId, { id })));
    return outlines
      .flatMap((outline) => (outline === null ? [] : [withCounts(outline, states)]))
      .sort((a, b) => lastTouched(b) - lastTouched(a));
  }

  function refuseLocked(row: LessonRow, actor: Actor, tenant: Tenant): void {
    refuseLock(lockOf({ view: row.entitlements }, actor, tenant.signedInIsPro));
  }

  /** A lesson that a learner may act on: reachable, no module, not locked for the actor. */
  function lessonToAct(outline: CourseOutline | null, lessonId: string, scope: SignedInScope): LessonRow {
    const row = outline?.reachable.find((one) => one.lessonId === lessonId);
    if (row === undefined || row.type === 'module') throw new AcademyError('not-found', { field: 'lessonId' });
    refuseLocked(row, scope.actor, scope.tenant);
    return row;
  }

  return {
    /** Marks a lesson complete; a completed one stays as it is and nothing is written. */
    async complete(scope: SignedInScope, courseId: string, lessonId: string) {
      const { actor, tenant, tenantId } = scope;
      const outline = await courses.outline(tenantId, { id: courseId });
      lessonToAct(outline, lessonId, scope);
      const before = await inCourse(actor, tenant, outline as CourseOutline);
      const done = before.states.get(lessonId)?.status === 'Completed';
      if (!done) {
        const event: NewEvent = { key: randomUUID(), itemId: lessonId, kind: 'completed', at: new Date(), value: null };
        await store.append(actor.personId, tenantId, 'lesson', [event]);
      }
      const after = done ? before : await inCourse(actor, tenant, before.outline);
      return { progressStatus: 'Completed' as ProgressStatus, ...after.counts };
    },

    /** Marks a guide complete that the learner may read; a completed one stays as it is and nothing is written. */
    async completeGuide({ actor, tenantId }: SignedInScope, guideId: string): Promise<void> {
      const states = lessonStates(await store.ofItems(actor.personId, tenantId, 'guide', [guideId]));
      if (states.get(guideId)?.status === 'Completed') return;
      const event: NewEvent = { key: randomUUID(), itemId: guideId, kind: 'completed', at: new Date(), value: null };
      await store.append(actor.personId, tenantId, 'guide', [event]);
    },

    /** Writes events; each is recorded, known already, or refused with a reason, without regard to the others. */
    async record(scope: SignedInScope, events: ProgressEvent[], sentAt?: string) {
      const { actor, tenant, tenantId } = scope;
      const clockError = sentAt === undefined ? 0 : Date.now() - Date.parse(sentAt);
      const courseOf = await courses.coursesOfLessons(tenantId, [...new Set(events.map((event) => event.lessonId))]);
      const outlines = new Map<string, CourseOutline | null>();
      for (const id of new Set(courseOf.values())) outlines.set(id, await courses.outline(tenantId, { id }));

      const accepted: NewEvent[] = [];
      const refused = new Map<string, string>();
      for (const event of events) {
        try {
          lessonToAct(outlines.get(courseOf.get(event.lessonId) ?? '') ?? null, event.lessonId, scope);
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
      const touched = [...outlines.values()].filter((outline) => outline !== null);
      const after = await Promise.all(touched.map((outline) => inCourse(actor, tenant, outline)));
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
        courses: after.map(courseProgress),
      };
    },

    /** The overlay of one course: its own line and one per listed lesson. */
    async overlayOfCourse(scope: SignedInScope, slug: string) {
      const { actor, tenant, tenantId } = scope;
      const outline = await courses.outline(tenantId, { slug });
      if (outline === null) throw new AcademyError('not-found');
      const [learner, favorites] = await Promise.all([
        inCourse(actor, tenant, outline),
        store.favorites(actor.personId, tenantId),
      ]);
      const hearts = favorites.get('lesson') ?? new Set();
      const lessons = Object.fromEntries(
        outline.reachable.map((row) => [
          row.lessonId,
          {
            progressStatus: learner.states.get(row.lessonId)?.status ?? ('Not Started' as const),
            isFavorite: hearts.has(row.lessonId),
            locked: lockOf({ view: row.entitlements }, actor, tenant.signedInIsPro),
          },
        ]),
      );
      return {
        items: { [outline.course.id]: overlayItem(learner, actor, tenant, favorites.get('course') ?? new Set()) },
        lessons,
        favoriteCount: favorites.get('course')?.size ?? 0,
      };
    },

    /** The overlay of lists: one line per course that the learner started or marked with the heart. */
    async overlayOfCourses(scope: SignedInScope) {
      const { actor, tenant, tenantId } = scope;
      const [mine, favorites] = await Promise.all([started(actor, tenant), store.favorites(actor.personId, tenantId)]);
      const hearts = favorites.get('course') ?? new Set<string>();
      const items: Record<string, OverlayItem> = {};
      for (const learner of mine) items[learner.outline.course.id] = overlayItem(learner, actor, tenant, hearts);
      for (const id of hearts) {
        if (items[id] !== undefined) continue;
        const outline = await courses.outline(tenantId, { id });
        if (outline !== null) items[id] = overlayItem(withCounts(outline, new Map()), actor, tenant, hearts);
      }
      return { items, favoriteCount: hearts.size };
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

    /** What the learner marked with the heart and can still be reached: ids, the newest first. */
    async favoriteIds(scope: SignedInScope, kind: LikeableType): Promise<ReadonlySet<string>> {
      return (await store.favorites(scope.actor.personId, scope.tenantId)).get(kind) ?? new Set<string>();
    },

    /** The learner's own state on guides, by id. */
    async ofGuides(scope: SignedInScope): Promise<{ states: States; favorites: ReadonlySet<string> }> {
      const [events, favorites] = await Promise.all([
        store.all(scope.actor.personId, scope.tenantId, 'guide'),
        this.favoriteIds(scope, 'guide'),
      ]);
      return { states: lessonStates(events), favorites };
    },

    /** List items with the learner's own state, see `overlayOfCourses`, merged in. */
    mergeItems<C extends CourseItem>(
      scope: SignedInScope,
      items: readonly C[],
      overlay: { items: Readonly<Record<string, OverlayItem>> },
    ): C[] {
      return items.map((item) => {
        const own = overlay.items[item.courseId];
        const locked = lockOf(item.entitlements, scope.actor, scope.tenant.signedInIsPro);
        if (own === undefined) return { ...item, locked };
        const { continueAt: _continueAt, secondsLeft: _secondsLeft, ...state } = own;
        return { ...item, ...state };
      });
    },

    /** Ids of the learner's own courses, most recent first. */
    async myCourseIds(scope: SignedInScope): Promise<string[]> {
      return (await started(scope.actor, scope.tenant)).map((learner) => learner.outline.course.id);
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

export type ProgressService = ReturnType<typeof progressService>;

/** @throws AcademyError locked-pro, locked-auth */
export function refuseLock(lock: Locked): void {
  if (lock !== null) throw new AcademyError(lock === 'pro' ? 'locked-pro' : 'locked-auth', { field: 'lessonId' });
}

function withCounts(outline: CourseOutline, states: States): LearnerCourse {
  return { outline, states, counts: countCompleted(outline.counted, states) };
}

function courseProgress({ outline, counts }: LearnerCourse): CourseProgress {
  return {
    courseId: outline.course.id,
    ...counts,
    progressStatus: courseProgressStatus(counts),
    percent: percentDone(counts.completedLesson, counts.lessonsCount),
  };
}

function overlayItem(learner: LearnerCourse, actor: Actor, tenant: Tenant, hearts: ReadonlySet<string>): OverlayItem {
  const { course } = learner.outline;
  return {
    isFavorite: hearts.has(course.id),
    ...learner.counts,
    progressStatus: courseProgressStatus(learner.counts),
    locked: lockOf({ view: course.data.entitlements }, actor, tenant.signedInIsPro),
    secondsLeft: secondsLeft(learner),
    continueAt: continueAt(learner),
  };
}

/** Seconds that the lessons take which are not completed. */
function secondsLeft({ outline, states }: LearnerCourse): number {
  const open = outline.counted.filter((row) => states.get(row.lessonId)?.status !== 'Completed');
  return open.reduce((sum, row) => sum + row.data.duration, 0);
}

/** Where to go on: the lesson touched last while it is not completed, else the next one after it that is not. */
function continueAt({ outline, states, counts }: LearnerCourse): NonNullable<OverlayItem['continueAt']> | null {
  if (counts.completedLesson >= counts.lessonsCount) return null;
  const lessons = outline.counted;
  const open = (row: LessonRow) => states.get(row.lessonId)?.status !== 'Completed';
  const touched = lessons
    .map((row, index) => ({ row, index, at: states.get(row.lessonId)?.at ?? 0 }))
    .sort((a, b) => b.at - a.at || b.index - a.index)[0];
  if (touched === undefined || touched.at === 0) return null;
  const target = open(touched.row)
    ? touched.row
    : (lessons.slice(touched.index + 1).find(open) ?? lessons.find(open) ?? touched.row);
  return { slug: target.slug, title: target.title, at: new Date(touched.at).toISOString() };
}

function lastTouched({ outline, states }: LearnerCourse): number {
  return Math.max(0, ...outline.reachable.map((row) => states.get(row.lessonId)?.at ?? 0));
}

function mergeLesson<L extends LessonItem>(
  item: L,
  own: { progressStatus: ProgressStatus; isFavorite: boolean; locked: LessonItem['locked'] } | undefined,
): L {
  if (own === undefined || item.type === 'module') return item;
  return { ...item, ...own, isComplete: own.progressStatus === 'Completed' };
}

/** A learner's clock may be wrong: an event happens neither before the account nor in the future. */
function held(at: number, createdAt: Date): Date {
  return new Date(Math.min(Date.now(), Math.max(createdAt.getTime(), at)));
}

function uniqueByKey(events: NewEvent[]): NewEvent[] {
  return [...new Map(events.map((event) => [event.key, event])).values()];
}
