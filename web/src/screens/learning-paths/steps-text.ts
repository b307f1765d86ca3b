import type { PathStep } from '@academy/contract/learning-paths';
import { countText } from '../../lib/count-text.ts';

/** `3 courses and an exam`: what the steps of a path that are here amount to. */
export function stepsText(steps: readonly Pick<PathStep, 'type' | 'available'>[]): string {
  const available = steps.filter((step) => step.available);
  const courses = available.filter(({ type }) => type === 'course').length;
  const exams = available.length - courses;
  const parts = [courses === 0 ? '' : countText(courses, 'course'), exams === 0 ? '' : countText(exams, 'exam')].filter(
    Boolean,
  );
  return parts.length === 0 ? 'No steps yet' : parts.join(' and ');
}
