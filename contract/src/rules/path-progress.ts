import type { CourseCounts } from './progress.ts';

/** Fields of a step that the rules need. */
interface CountedStep {
  type: 'course' | 'test';
  id: string;
  available: boolean;
  tenantId: string;
}

/** Ids of the courses that count for a path's progress: available ones of its own academy, each once, in order. */
export function countedCourses({ tenantId, steps }: { tenantId: string; steps: readonly CountedStep[] }): string[] {
  const counted = steps.filter((step) => step.type === 'course' && step.available && step.tenantId === tenantId);
  return [...new Set(counted.map(({ id }) => id))];
}

/** Progress of a path: the sum over its courses. */
export function pathCounts(courses: readonly CourseCounts[]): CourseCounts {
  return courses.reduce(
    (sum, { completedLesson, lessonsCount }) => ({
      completedLesson: sum.completedLesson + completedLesson,
      lessonsCount: sum.lessonsCount + lessonsCount,
    }),
    { completedLesson: 0, lessonsCount: 0 },
  );
}
