import type { PathCourse } from '@academy/contract/learning-paths';
import { expect, test } from 'vitest';
import { nextInPath } from './what-next.ts';

const course = (courseId: string, completedLesson: number, lessonsCount = 2) =>
  ({ courseId, completedLesson, lessonsCount }) as PathCourse;

test('after a course of a path comes the next open one, or a skipped', () => {
  const first = course('first', 0);
  const done = course('done', 2);
  const empty = course('empty', 0, 0);
  const last = course('last', 1);
  const courses = [first, done, empty, last];
  expect(nextInPath({ courses }, 'done')).toBe(last);
  expect(nextInPath({ courses }, 'last')).toBe(first);
  expect(nextInPath({ courses: [done, empty] }, 'done')).toBeNull();
});
