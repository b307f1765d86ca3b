import { describe, expect, test } from 'vitest';
import { isPlayedOn, isWatched, type Spans, shareOf, spansOf, withSpan } from './coverage.ts';

const played = (...parts: [number, number][]) =>
  parts.reduce<Spans>((spans, [from, to]) => withSpan(spans, from, to), []);

describe('what was played of a film', () => {
  test('counts once, however often it was played', () => {
    expect(shareOf(played([0, 10], [0, 10], [5, 10]), 100)).toBeCloseTo(0.1);
  });

  test('joins what meets, in whatever order it was played', () => {
    expect(played([20, 30], [0, 10], [10.2, 20])).toEqual([[0, 30]]);
  });

  test('leaves out what was jumped over', () => {
    expect(played([0, 10], [50, 60])).toEqual([
      [0, 10],
      [50, 60],
    ]);
    expect(isWatched(shareOf(played([0, 10], [50, 100]), 100))).toBe(false);
  });

  test('is all of it with the credits left out, and never more than all', () => {
    expect(isWatched(shareOf(played([0, 91]), 100))).toBe(true);
    expect(isWatched(shareOf(played([0, 89]), 100))).toBe(false);
    expect(shareOf(played([0, 300]), 100)).toBe(1);
  });

  test('is nothing while the length is not known', () => {
    expect(shareOf(played([0, 10]), Number.NaN)).toBe(0);
    expect(shareOf(played([0, 10]), 0)).toBe(0);
  });

  test('is read from whatever a browser kept', () => {
    expect(spansOf([[0, 10], 'x', [5], [Number.NaN, 4], [9, 20], [30, 25], [-5, 3]])).toEqual([[0, 20]]);
    expect(spansOf({ not: 'a list' })).toEqual([]);
  });
});

test.each([
  ['the next moment', 10, 10.25, 1, true],
  ['the next moment at double speed', 10, 13, 2, true],
  ['a jump ahead', 10, 13, 1, false],
  ['a jump back', 10, 4, 1, false],
  ['no step at all', 10, 10, 1, false],
])('%s is distinguished from continuous playing', (_name, from, to, speed, isOn) => {
  expect(isPlayedOn(from, to, speed)).toBe(isOn);
});
