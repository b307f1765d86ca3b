import type { CourseItem } from '@academy/contract/courses';
import type { PathStep } from '@academy/contract/learning-paths';
import { expect, test } from 'vitest';
import { stepState } from './step-state.ts';

const step: PathStep = {
  ...{ type: 'course', id: 'c', tenantId: 'spring', title: '', description: '', slug: 'c', courseId: null },
  available: true,
};
const course = (more: Partial<CourseItem> = {}) =>
  ({ completedLesson: 0, lessonsCount: 2, locked: null, ...more }) as CourseItem;

test.each([
  ['missing', { ...step, available: false }, course(), false],
  ['missing', { ...step, type: 'test' as const, available: false }, null, false],
  ['exam', { ...step, type: 'test' as const }, null, false],
  ['exam', { ...step, type: 'test' as const, courseId: 'x' }, course(), true],
  ['in-progress', { ...step, type: 'test' as const, courseId: 'x' }, course({ completedLesson: 1 }), true],
  ['completed', { ...step, type: 'test' as const, courseId: 'x' }, course({ completedLesson: 2 }), true],
  ['elsewhere', { ...step, tenantId: 'kube' }, null, false],
  ['not-started', step, course(), false],
  ['not-started', step, course({ lessonsCount: 0 }), false],
  ['in-progress', step, course(), true],
  ['in-progress', step, course({ completedLesson: 1 }), false],
  ['completed', step, course({ completedLesson: 2 }), true],
  ['locked', step, course({ locked: 'pro' }), false],
  ['locked', step, course({ locked: 'auth', completedLesson: 1 }), true],
  ['completed', step, course({ locked: 'pro', completedLesson: 2 }), true],
] as const)('a step is %s', (state, of, itsCourse, opened) => {
  expect(stepState(of, itsCourse, opened)).toBe(state);
});
