import type { CourseCounts } from './progress.ts';

/** What the rules need of a step. */
interface CountedStep {
  type: 'course' | 'test';
  id: string;
  available: boolean;
  tenantId: string;
}

/** Ids of the courses that a path's progress is made of: those of its own academy that are there, each once, in order. */
export function countedCourses({ tenantId, steps }: { tenantId: string; steps: readonly CountedStep[] }): string[] {
  const counted = steps.filter((step) => step.type === 'course' && step.available && step.tenantId === tenantId);
  return [...new Set(counted.map(({ id }) => id))];
}

/** How far a path is: the lessons of its courses together. */
export function pathCounts(courses: readonly CourseCounts[]): CourseCounts {
  return courses.reduce(
    (sum, { completedLesson, lessonsCount }) => ({
      completedLesson: sum.completedLesson + completedLesson,
      lessonsCount: sum.lessonsCount + lessonsCount,
    }),
    { completedLesson: 0, lessonsCount: 0 },
  );
}
