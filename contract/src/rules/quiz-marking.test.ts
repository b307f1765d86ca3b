import { describe, expect, test } from 'vitest';
import { bestAttempt, markAttempt } from './quiz-marking.ts';

/** A question whose right options are capitals: `aBc`. */
const question = (questionKey: string, letters: string) => ({
  questionKey,
  options: [...letters].map((letter) => ({
    optionKey: letter.toLowerCase(),
    isCorrect: letter !== letter.toLowerCase(),
  })),
});
const one = question('one', 'aBc');
const two = question('two', 'ABc');

describe('a question is right', () => {
  test.each([
    [['b'], true],
    [['a'], false],
    [['a', 'b'], false],
    [[], false],
  ])('with one right option: %j is %s', (chosen, right) => {
    expect(markAttempt([one], { one: chosen }, null).right.has('one')).toBe(right);
  });

  test.each([
    [['a', 'b'], true],
    [['b', 'a'], true],
    [['a'], false],
    [['a', 'b', 'c'], false],
    [[], false],
  ])('with several right options: %j is %s', (chosen, right) => {
    expect(markAttempt([two], { two: chosen }, null).right.has('two')).toBe(right);
  });
});

test('a question without an answer is wrong', () => {
  expect(markAttempt([one, two], { two: ['a', 'b'] }, 50)).toMatchObject({ score: 1, total: 2, passed: true });
  expect(markAttempt([question('constructor', 'Ab')], {}, 50)).toMatchObject({ score: 0, passed: false });
});

describe('the percentage is compared before it is rounded', () => {
  const answered = (right: number, total: number, passingGrade: number | null) => {
    const questions = Array.from({ length: total }, (_, index) => question(`q${index}`, 'Ab'));
    const chosen = Object.fromEntries(questions.slice(0, right).map(({ questionKey }) => [questionKey, ['a']]));
    return markAttempt(questions, chosen, passingGrade).passed;
  };
  test.each([
    [2, 3, 66, true],
    [2, 3, 66.6, true],
    [2, 3, 66.67, false],
    [2, 3, 67, false],
    [4, 5, 80, true],
    [3, 5, 80, false],
    [1, 8, 12.5, true],
    [323, 1000, 32.3, true],
    [322, 1000, 32.3, false],
    [29, 100, 29, true],
    [57, 100, 57, true],
    [0, 3, 0, true],
    [3, 3, 100, true],
    [999, 1000, 100, false],
    [0, 3, null, false],
    [1, 3, null, true],
    [0, 0, null, true],
  ])('%i of %i with %s needed: %s', (right, total, needed, passed) => {
    expect(answered(right, total, needed)).toBe(passed);
  });

  test('every grade of one digit behind the point is met by exactly its share', () => {
    for (let tenths = 0; tenths <= 1000; tenths += 1) {
      expect(answered(tenths, 1000, tenths / 10), `${tenths / 10}`).toBe(true);
      if (tenths > 0) expect(answered(tenths - 1, 1000, tenths / 10), `${tenths / 10}`).toBe(false);
    }
  }, 60_000);
});

test('the best attempt has the largest share of right answers, of equals the first', () => {
  const attempt = (id: string, score: number | null, total: number) => ({ id, score, total });
  const attempts = [attempt('open', null, 5), attempt('a', 2, 5), attempt('b', 2, 4), attempt('c', 1, 2)];
  expect(bestAttempt(attempts)?.id).toBe('b');
  expect(bestAttempt([attempt('open', null, 5)])).toBeNull();
  expect(bestAttempt([attempt('nothing', 0, 5)])?.id).toBe('nothing');
});
