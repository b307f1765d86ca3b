import { formatDuration } from '@academy/contract/rules/duration';
import { withinReach } from '@academy/contract/rules/progress';
import { isAtEndOfReach } from '../../catalogue/course-progress.ts';
import type { OwnCourse } from './dashboard-data.ts';
import { dashboardTexts } from './dashboard-texts.ts';

/**
 * `About 25 min left` of what the learner can open; where the lessons name no durations, how many of them are left. Empty
 * when nothing is.
 */
export function timeLeftText({ course, secondsLeft = 0 }: OwnCourse): string {
  const lessons = course.lessonsCount - course.completedLesson;
  if (lessons <= 0) return '';
  if (isAtEndOfReach(course)) return dashboardTexts.restNeedsPro({ count: lessons });
  const time = formatDuration(secondsLeft);
  const open = withinReach(course, course.proLessons) - course.completedLesson;
  return time === '' ? dashboardTexts.lessonsLeft({ count: open }) : dashboardTexts.timeLeft({ time });
}
