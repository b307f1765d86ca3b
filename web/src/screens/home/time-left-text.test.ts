import { expect, test } from 'vitest';
import type { OwnCourse } from './dashboard-data.ts';
import { timeLeftText } from './time-left-text.ts';

const course = (completedLesson: number, lessonsCount: number, secondsLeft?: number) =>
  ({ course: { completedLesson, lessonsCount }, ...(secondsLeft === undefined ? {} : { secondsLeft }) }) as OwnCourse;

const lacking = (completedLesson: number, lessonsCount: number, proLessons: number, secondsLeft: number) =>
  ({ course: { completedLesson, lessonsCount, proLessons }, secondsLeft }) as OwnCourse;

test.each([
  [course(2, 8, 1500), 'About 25 min left'],
  [course(2, 8, 1530), 'About 26 min left'],
  [course(2, 8, 1529), 'About 25 min left'],
  [course(0, 8, 90_060), 'About 1 d 1 h 1 min left'],
  [course(2, 8, 0), '6 lessons left'],
  [course(7, 8), '1 lesson left'],
  [course(8, 8, 0), ''],
  [course(0, 0, 0), ''],
  [lacking(2, 8, 2, 1500), 'About 25 min left'],
  [lacking(2, 8, 2, 0), '4 lessons left'],
  [lacking(6, 8, 2, 0), '2 lessons need Pro'],
])('what is left of %j reads %j', (own, text) => expect(timeLeftText(own)).toBe(text));
