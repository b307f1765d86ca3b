import { describe, expect, test } from 'vitest';
import { clockTime, startOf } from './video-place.ts';

describe('a video begins', () => {
  test.each([
    ['at its beginning when it was not watched', null, 100, 0],
    ['where it was left', 40, 100, 40],
    ['where it was left before its length is known', 40, Number.NaN, 40],
    ['at its beginning when it was seen to the end', 97, 100, 0],
    ['at its beginning when a new film is shorter', 400, 100, 0],
    ['at its beginning when it was left in the first second', 0.5, 100, 0],
  ])('%s', (_name, left, duration, start) => {
    expect(startOf(left, duration)).toBe(start);
  });
});

test.each([
  [5, '0:05'],
  [65.9, '1:05'],
  [3725, '1:02:05'],
])('%d seconds are written %s', (seconds, written) => {
  expect(clockTime(seconds)).toBe(written);
});
