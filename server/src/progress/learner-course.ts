import type { Status } from '@academy/contract/entities';
import type { CourseProgress, OverlayItem } from '@academy/contract/progress';
import { lockOf } from '@academy/contract/rules/access';
import {
  type CourseCounts,
  countCompleted,
  courseProgressStatus,
  type LessonState,
  percentDone,
} from '@academy/contract/rules/progress';
import type { Tenant } from '@academy/contract/tenants';
import type { LeanOutline } from '../courses/courses.store.ts';
import type { Actor } from '../values/scope.ts';

/** States of lessons by id. */
export type States = ReadonlyMap<string, LessonState>;

/** One course with the learner's progress in it. */
export interface LearnerCourse {
  outline: LeanOutline;
  states: States;
  counts: CourseCounts;
}

/** @param finished ids of the courses that the learner has finished once */
export function withCounts(outline: LeanOutline, states: States, finished: ReadonlySet<string>): LearnerCourse {
  return { outline, states, counts: countCompleted(outline.counted, states, finished.has(outline.course.id)) };
}

/** Whether every lesson that the course has now is completed. */
export const isThrough = ({ outline: { counted }, counts: { completedLesson } }: LearnerCourse): boolean =>
  counted.length > 0 && completedLesson === counted.length;

/** How many lessons came after the learner finished the course and are not completed; 0 for one that is not finished. */
export const newLessonsOf = ({ outline: { counted }, counts: { lessonsCount } }: LearnerCourse): number =>
  counted.length - lessonsCount;

export function courseProgress({ outline, counts }: LearnerCourse): CourseProgress {
  return {
    courseId: outline.course.id,
    ...counts,
    progressStatus: courseProgressStatus(counts),
    percent: percentDone(counts.completedLesson, counts.lessonsCount),
  };
}

export function overlayItem(
  learner: LearnerCourse,
  actor: Actor,
  tenant: Tenant,
  favoriteIds: ReadonlySet<string>,
): OverlayItem {
  const { course } = learner.outline;
  const isOpen: IsOpen = ({ lessonId, entitlements }) =>
    learner.states.get(lessonId)?.status !== 'Completed' &&
    lockOf({ view: entitlements }, actor, tenant.signedInIsPro) === null;
  return {
    isFavorite: favoriteIds.has(course.id),
    ...learner.counts,
    progressStatus: courseProgressStatus(learner.counts),
    ...(newLessonsOf(learner) === 0 ? {} : { newLessons: newLessonsOf(learner) }),
    locked: lockOf({ view: course.data.entitlements }, actor, tenant.signedInIsPro),
    ...markOf(course),
    secondsLeft: secondsLeft(learner, isOpen),
    continueAt: continueAt(learner, isOpen),
  };
}

/** Fields of an overlay entry for an item that no list shows. */
export const markOf = ({ status }: { status: Status }): Pick<OverlayItem, 'unlisted'> =>
  status === 'live' ? {} : { unlisted: true };

/** Whether a lesson is left to do: not completed, and not locked for the learner. */
type IsOpen = (row: LeanOutline['counted'][number]) => boolean;

/** Total seconds of the lessons that are left to do. */
function secondsLeft({ outline }: LearnerCourse, isOpen: IsOpen): number {
  return outline.counted.filter(isOpen).reduce((sum, row) => sum + row.data.duration, 0);
}

const NOTHING: LessonState = { status: 'Not Started', at: 0, position: null, takenBack: false };

/**
 * Where to continue: the lesson used last while it is left to do, else the next such one after it; null when nothing is
 * left that the learner can open.
 */
function continueAt({ outline, states }: LearnerCourse, isOpen: IsOpen): NonNullable<OverlayItem['continueAt']> | null {
  const lessons = outline.counted;
  const begun = lessons.flatMap((row, index) => {
    const { status, at } = states.get(row.lessonId) ?? NOTHING;
    return status === 'Not Started' ? [] : [{ row, index, at }];
  });
  const touched = begun.sort((a, b) => b.at - a.at || b.index - a.index)[0];
  if (touched === undefined) return null;
  const target = isOpen(touched.row)
    ? touched.row
    : (lessons.slice(touched.index + 1).find(isOpen) ?? lessons.find(isOpen));
  if (target === undefined) return null;
  return { slug: target.slug, title: target.title, at: new Date(touched.at).toISOString() };
}

export function lastTouched({ outline, states }: LearnerCourse): number {
  return Math.max(0, ...outline.reachable.map((row) => states.get(row.lessonId)?.at ?? 0));
}
