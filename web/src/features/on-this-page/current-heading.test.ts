import { expect, test } from 'vitest';
import { currentHeading } from './current-heading.ts';

test('the last heading above the reading line is the current one', () => {
  expect(currentHeading([-400, 90, 700], 120, false)).toBe(1);
});

test('before the first heading the first one is marked', () => {
  expect(currentHeading([300, 900], 120, false)).toBe(0);
});

test('at the end of the page its last heading is marked', () => {
  expect(currentHeading([-900, -100, 600], 120, true)).toBe(2);
});

test('a lesson without headings marks nothing', () => {
  expect(currentHeading([], 120, false)).toBe(-1);
});
