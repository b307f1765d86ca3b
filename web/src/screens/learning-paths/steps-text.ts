import type { PathStep } from '@academy/contract/learning-paths';
import { learningPathTexts } from './learning-path-texts.ts';

/** `3 courses and an exam`: what the steps of a path that are here amount to. */
export function stepsText(steps: readonly Pick<PathStep, 'type' | 'available'>[]): string {
  const available = steps.filter((step) => step.available);
  const courses = available.filter(({ type }) => type === 'course').length;
  const exams = available.length - courses;
  if (courses > 0 && exams > 0) return learningPathTexts.coursesAndExams({ courses, exams });
  if (exams > 0) return learningPathTexts.exams({ exams });
  return courses > 0 ? learningPathTexts.courses({ courses }) : learningPathTexts.noSteps;
}
