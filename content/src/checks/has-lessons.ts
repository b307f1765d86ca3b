import type { CourseSource } from '../courses/course-source.ts';
import type { FindingList } from '../finding-list.ts';

/** A course without lessons is allowed, but usually means that a file is in the wrong folder. */
export function checkHasLessons(course: CourseSource, findings: FindingList): void {
  if (course.lessons.some(({ type }) => type !== 'module')) return;
  const message = 'no lesson was found; each lesson is a folder beside this file with a lesson.json';
  findings.warning('lessons-none', course.file, 1, message);
}
