import { expect, test } from 'vitest';
import { isCompleted, lessonsDoneText, lessonsText, percentOf } from './course-progress.ts';

const counts = (completedLesson: number, lessonsCount: number) => ({ completedLesson, lessonsCount });

test('counts are said with the right word', () => {
  expect(lessonsDoneText(counts(3, 12))).toBe('3 of 12 lessons');
  expect(lessonsDoneText(counts(0, 1))).toBe('0 of 1 lesson');
  expect(lessonsText(1)).toBe('1 lesson');
});

test('the ring shows whole percents', () => {
  expect(percentOf(counts(1, 3))).toBe(33);
});

test('a course is completed when all its lessons are, and never without lessons', () => {
  expect([counts(3, 3), counts(2, 3), counts(0, 0)].map(isCompleted)).toEqual([true, false, false]);
});
