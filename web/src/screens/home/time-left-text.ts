import { formatDuration } from '@academy/contract/rules/duration';
import type { OwnCourse } from './dashboard-data.ts';
import { dashboardTexts } from './dashboard-texts.ts';

/** `About 25 min left`; where the lessons name no durations, how many of them are left. Empty when nothing is. */
export function timeLeftText({ course, secondsLeft = 0 }: OwnCourse): string {
  const lessons = course.lessonsCount - course.completedLesson;
  if (lessons <= 0) return '';
  const time = formatDuration(secondsLeft);
  return time === '' ? dashboardTexts.lessonsLeft({ count: lessons }) : dashboardTexts.timeLeft({ time });
}
