import type { Locked } from '@academy/contract/entities';
import { groupLessons } from '@academy/contract/rules/lesson-groups';
import type { LessonRow } from '../../overlay/lesson-row.ts';

export interface OutlineLesson {
  lessonId: string;
  slug: string;
  title: string;
  type: LessonRow['type'];
  /** Seconds. */
  duration: number;
  done: boolean;
  started: boolean;
  locked: Locked;
}

export interface OutlineGroup {
  /** Stable within a course. */
  key: string;
  /** Null for lessons outside modules. */
  title: string | null;
  /** Counted from 1; null for lessons outside modules. */
  moduleNumber: number | null;
  /** Seconds. */
  duration: number;
  done: number;
  lessons: OutlineLesson[];
}

/** The outline of a course as it is shown: modules with their lessons, neighbours outside modules joined into one group. */
export function outlineOf(lessons: readonly LessonRow[]): OutlineGroup[] {
  const groups: OutlineGroup[] = [];
  for (const group of groupLessons(lessons)) {
    const shown = group.lessons.map(lessonView);
    const last = groups.at(-1);
    if (group.module === null && last && last.title === null) {
      last.lessons.push(...shown);
    } else {
      groups.push({
        key: group.module?.lessonId ?? `loose-${shown[0]?.lessonId}`,
        title: group.module?.title ?? null,
        moduleNumber: group.module === null ? null : group.moduleNumber,
        duration: 0,
        done: 0,
        lessons: shown,
      });
    }
  }
  for (const group of groups) {
    group.done = group.lessons.filter((lesson) => lesson.done).length;
    group.duration = group.lessons.reduce((sum, lesson) => sum + lesson.duration, 0);
  }
  return groups;
}

function lessonView(lesson: LessonRow): OutlineLesson {
  return {
    lessonId: lesson.lessonId,
    slug: lesson.slug,
    title: lesson.title,
    type: lesson.type,
    duration: lesson.duration,
    done: lesson.isComplete || lesson.progressStatus === 'Completed',
    started: lesson.progressStatus === 'In Progress',
    locked: lesson.locked,
  };
}

/** A course of more lessons is rendered without most of those in closed modules: their rows come when one is opened. */
const MAX_FOLDED = 100;

/**
 * The lessons of a group to render. Of a closed module they are all rendered too, so that the browser's search finds them,
 * unless the course is long: then only the first is there, a way in where the module cannot be opened without scripts.
 */
export function renderedLessons(group: OutlineGroup, isOpen: boolean, total: number): readonly OutlineLesson[] {
  return isOpen || total <= MAX_FOLDED ? group.lessons : group.lessons.slice(0, 1);
}

/** How many lessons a course has. */
export const lessonsIn = (groups: readonly OutlineGroup[]): number =>
  groups.reduce((sum, group) => sum + group.lessons.length, 0);

/** The group that holds a lesson; null for an unknown slug. */
export function groupOf(groups: readonly OutlineGroup[], slug: string): OutlineGroup | null {
  return groups.find((group) => group.lessons.some((lesson) => lesson.slug === slug)) ?? null;
}

/** Position of a lesson among all lessons, counted from 1; 0 for an unknown slug. */
export function placeOf(groups: readonly OutlineGroup[], slug: string): { number: number; total: number } {
  const all = groups.flatMap((group) => group.lessons);
  return { number: all.findIndex((lesson) => lesson.slug === slug) + 1, total: all.length };
}

/**
 * The first lesson that is not done and does not need Pro membership that the learner lacks, else the first that is not
 * done, or the first of all; null for a course without lessons.
 */
export function firstToDo(groups: readonly OutlineGroup[]): OutlineLesson | null {
  const all = groups.flatMap((group) => group.lessons);
  const left = all.filter((lesson) => !lesson.done);
  return left.find(({ locked }) => locked !== 'pro') ?? left[0] ?? all[0] ?? null;
}

/** How many lessons are not done and need Pro membership that the learner lacks. */
export const proLessonsIn = (lessons: readonly OutlineLesson[]): number =>
  lessons.filter(({ done, locked }) => !done && locked === 'pro').length;
