import { percentDone } from '@academy/contract/rules/progress';
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

/** A course without lessons leaves nothing to do. */
export const hasLessonsLeft = ({ completedLesson, lessonsCount }: Counts): boolean => completedLesson < lessonsCount;

/** A course without lessons is never completed. */
export function isCompleted({ completedLesson, lessonsCount }: Counts): boolean {
  return lessonsCount > 0 && completedLesson >= lessonsCount;
}
