import type { Locked } from '@academy/contract/entities';
import { percentDone, withinReach } from '@academy/contract/rules/progress';
import { catalogueTexts } from './catalogue-texts.ts';

/** Counts of a course, merged with the learner's where they are known. */
interface Counts {
  completedLesson: number;
  lessonsCount: number;
}

/** `3 of 12 lessons`, `1 of 1 lesson`. */
export function lessonsDoneText({ completedLesson, lessonsCount }: Counts): string {
  return catalogueTexts.lessonsDone({ done: completedLesson, count: lessonsCount });
}

/** `12 lessons`, `1 lesson`. */
export const lessonsText = (total: number): string => catalogueTexts.lessons({ count: total });

/** Whole percent of a course that is done. */
export function percentOf({ completedLesson, lessonsCount }: Counts): number {
  return percentDone(completedLesson, lessonsCount);
}

/** Counts of a course or learning path, and how many of its lessons the viewer lacks Pro membership for. */
interface Reach extends Counts {
  proLessons?: number | undefined;
  locked?: Locked;
}

/** `7 of 9 lessons are free, 2 need Pro`; empty for members, and where the lock of the whole already says it. */
export function reachText({ lessonsCount, proLessons = 0, locked = null }: Omit<Reach, 'completedLesson'>): string {
  if (proLessons === 0) return '';
  if (proLessons >= lessonsCount) return locked === 'pro' ? '' : catalogueTexts.allNeedPro;
  return catalogueTexts.reach({ free: lessonsCount - proLessons, count: lessonsCount, pro: proLessons });
}

/** `2 need Pro`, beside a number of lessons. */
export const needProText = (count: number): string => catalogueTexts.needPro({ count });

/** Whole percent of a course that the viewer can do. */
export function reachPercentOf({ proLessons, ...counts }: Reach): number {
  return percentDone(withinReach(counts, proLessons), counts.lessonsCount);
}

/** What a card says of a learning path that the viewer cannot do as a whole; null for others. */
export function pathReachOf({
  percent,
  ...path
}: Omit<Reach, 'completedLesson'> & { percent: number }): { text: string; percent: number } | null {
  const text = reachText(path);
  const completedLesson = Math.round((percent * path.lessonsCount) / 100);
  return text === '' ? null : { text, percent: reachPercentOf({ ...path, completedLesson }) };
}

/** Whether lessons are left that the viewer can open. */
export const hasReachLeft = ({ proLessons, ...counts }: Reach): boolean =>
  counts.completedLesson < withinReach(counts, proLessons);

/** Whether the viewer has done all that they can open, and the rest needs Pro. */
export const isAtEndOfReach = (course: Reach): boolean =>
  course.completedLesson > 0 && hasLessonsLeft(course) && !hasReachLeft(course);

/** A course without lessons leaves nothing to do. */
export const hasLessonsLeft = ({ completedLesson, lessonsCount }: Counts): boolean => completedLesson < lessonsCount;

/** A course without lessons is never completed. */
export function isCompleted({ completedLesson, lessonsCount }: Counts): boolean {
  return lessonsCount > 0 && completedLesson >= lessonsCount;
}
