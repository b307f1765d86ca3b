import type { PathStep } from '@academy/contract/learning-paths';

/** `3 courses and an exam`: what the steps of a path that are here amount to. */
export function stepsText(steps: readonly Pick<PathStep, 'type' | 'available'>[]): string {
  const available = steps.filter((step) => step.available);
  const courses = available.filter(({ type }) => type === 'course').length;
  const exams = available.length - courses;
  const parts = [
    courses === 0 ? '' : courses === 1 ? '1 course' : `${courses} courses`,
    exams === 0 ? '' : exams === 1 ? '1 exam' : `${exams} exams`,
  ].filter(Boolean);
  return parts.length === 0 ? 'No steps yet' : parts.join(' and ');
}
