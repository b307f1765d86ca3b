import { expect, test } from 'vitest';
import { attemptRules, endOf, needsAccount, nextAttemptAt, showsAnswers } from './attempt-rules.ts';

const FREE = attemptRules({ enableRetry: true });
const last = { number: 1, submittedAt: 10_000, passed: false, granted: false };

test('a check without rules can be taken at any time, as often as wanted', () => {
  expect(FREE).toEqual({ attempts: null, timeLimit: null, pause: 0, showAnswers: 'after-passing' });
  expect([needsAccount(FREE), endOf(FREE, { startedAt: 5, moreTime: 0 })]).toEqual([false, null]);
  expect(nextAttemptAt(FREE, { ...last, number: 99 })).toBe(10_000);
});

test('a check that is submitted once leaves no attempt until one is granted', () => {
  const once = attemptRules({ enableRetry: false });
  expect([needsAccount(once), nextAttemptAt(once, last)]).toEqual([true, null]);
  expect(nextAttemptAt(once, { ...last, granted: true })).toBe(0);
  expect(nextAttemptAt(once, { ...last, number: 2 })).toBeNull();
});

test('the pause follows a failed attempt, and no passed or granted one', () => {
  const paused = attemptRules({ enableRetry: true, pause: 60, attempts: 3 });
  expect(nextAttemptAt(paused, last)).toBe(70_000);
  expect(nextAttemptAt(paused, { ...last, passed: true })).toBe(0);
  expect(nextAttemptAt(paused, { ...last, granted: true })).toBe(0);
  expect(nextAttemptAt(paused, { ...last, number: 3 })).toBeNull();
});

test('an attempt ends after its time and what a person has besides', () => {
  const timed = attemptRules({ enableRetry: true, timeLimit: 60 });
  expect(endOf(timed, { startedAt: 1_000, moreTime: 0 })).toBe(61_000);
  expect(endOf(timed, { startedAt: 1_000, moreTime: 30 })).toBe(91_000);
});

test('right answers are shown at once, after passing, or never', () => {
  const shown = (showAnswers: 'at-once' | 'after-passing' | 'never') =>
    [false, true].map((passed) => showsAnswers({ ...FREE, showAnswers }, passed));
  expect(shown('at-once')).toEqual([true, true]);
  expect(shown('after-passing')).toEqual([false, true]);
  expect(shown('never')).toEqual([false, false]);
});
