import type { CourseItem } from '@academy/contract/courses';
import type { PathStep } from '@academy/contract/learning-paths';
import { isCompleted } from '../../catalogue/course-progress.ts';

/**
 * How a step stands for the viewer: `elsewhere` is read in another academy, `exam` is a test that takes place elsewhere, or of which nothing
 * was taken yet, `missing` is what no academy
 * shows.
 */
export type StepState = 'missing' | 'exam' | 'elsewhere' | 'completed' | 'locked' | 'in-progress' | 'not-started';

/**
 * The state of a step, from the state of its course alone, which for a test is the one in which it is taken.
 *
 * @param course as the viewer sees it; null for what is no course of the path's own academy
 * @param opened whether the viewer has opened a lesson of it
 */
export function stepState(
  step: PathStep,
  course: Pick<CourseItem, 'completedLesson' | 'lessonsCount' | 'locked'> | null,
  opened: boolean,
): StepState {
  if (!step.available) return 'missing';
  if (step.type === 'test' && !course?.completedLesson) return 'exam';
  if (course === null) return 'elsewhere';
  if (isCompleted(course)) return 'completed';
  // A started step that is locked now shows its lock first.
  if (course.locked !== null) return 'locked';
  return opened || course.completedLesson > 0 ? 'in-progress' : 'not-started';
}
