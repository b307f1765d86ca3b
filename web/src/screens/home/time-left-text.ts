import { formatDuration } from '@academy/contract/rules/duration';
import { lessonsText } from '../../catalogue/course-progress.ts';
import type { OwnCourse } from './dashboard-data.ts';

/** `About 25 min left`; where the lessons name no durations, how many of them are left. Empty when nothing is. */
export function timeLeftText({ course, secondsLeft = 0 }: OwnCourse): string {
  const lessons = course.lessonsCount - course.completedLesson;
  if (lessons <= 0) return '';
  const time = formatDuration(secondsLeft);
  return time === '' ? `${lessonsText(lessons)} left` : `About ${time} left`;
}
