import { expect, test } from 'vitest';
import { countedCourses, pathCounts } from './path-progress.ts';

const step = (id: string, more: object = {}) => ({
  ...{ type: 'course' as const, id, tenantId: 'spring', available: true },
  ...more,
});

test("a path counts its academy's available courses, each once and in order", () => {
  const steps = [
    step('b'),
    step('a'),
    step('b'),
    step('gone', { available: false }),
    step('other', { tenantId: 'kube' }),
    step('exam', { type: 'test' }),
  ];
  expect(countedCourses({ tenantId: 'spring', steps })).toEqual(['b', 'a']);
  expect(countedCourses({ tenantId: 'spring', steps: [] })).toEqual([]);
});

test('the progress of a path is that of all its lessons', () => {
  const courses = [
    { completedLesson: 2, lessonsCount: 3 },
    { completedLesson: 0, lessonsCount: 0 },
    { completedLesson: 1, lessonsCount: 5 },
  ];
  expect(pathCounts(courses)).toEqual({ completedLesson: 3, lessonsCount: 8 });
  expect(pathCounts([])).toEqual({ completedLesson: 0, lessonsCount: 0 });
});
