import { expect, test } from 'vitest';
import {
  hasReachLeft,
  isAtEndOfReach,
  isCompleted,
  lessonsDoneText,
  lessonsText,
  pathReachOf,
  percentOf,
  reachPercentOf,
  reachText,
} from './course-progress.ts';

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

test('a course says how many lessons are free and how many need Pro', () => {
  const text = (lessonsCount: number, proLessons?: number, locked: 'pro' | null = null) =>
    reachText({ lessonsCount, proLessons, locked });
  expect(text(9, 2)).toBe('7 of 9 lessons are free, 2 need Pro');
  expect(text(2, 1)).toBe('1 of 2 lessons is free, 1 needs Pro');
  expect(text(9, 7, 'pro')).toBe('2 of 9 lessons are free, 7 need Pro');
  expect(text(9, 9)).toBe('All lessons need Pro');
  expect([text(9), text(9, 9, 'pro')]).toEqual(['', '']);
});

test('the card of a path says what is free, and where the reach ends', () => {
  const path = { lessonsCount: 15, proLessons: 5, percent: 20 };
  expect(pathReachOf(path)).toEqual({ text: '10 of 15 lessons are free, 5 need Pro', percent: 67 });
  expect(pathReachOf({ ...path, proLessons: 15 })).toEqual({ text: 'All lessons need Pro', percent: 20 });
  expect(pathReachOf({ ...path, proLessons: 0 })).toBeNull();
});

test('the reach of a free learner ends before the lessons that need Pro', () => {
  const after = (completedLesson: number) => ({ ...counts(completedLesson, 9), proLessons: 2 });
  expect([0, 6, 7].map((done) => hasReachLeft(after(done)))).toEqual([true, true, false]);
  expect([0, 6, 7, 9].map((done) => isAtEndOfReach(after(done)))).toEqual([false, false, true, false]);
  expect([0, 7, 8].map((done) => reachPercentOf(after(done)))).toEqual([78, 78, 89]);
  expect(percentOf(after(7))).toBe(78);
  expect(isAtEndOfReach({ ...counts(0, 3), proLessons: 3 })).toBe(false);
});
