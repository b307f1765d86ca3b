import { expect, test } from 'vitest';
import { headingAt } from './follow-reading.ts';

const tops = (...of: number[]) => of.map((top, index) => ({ id: `h${index}`, top }));

test('the place in a text is the last heading above the reading line', () => {
  expect(headingAt(tops(-400, 90, 700), 140)).toBe('h1');
  expect(headingAt(tops(-900, -500, -20), 140)).toBe('h2');
});

test('above the first heading there is no place', () => {
  expect(headingAt(tops(300, 900), 140)).toBeNull();
  expect(headingAt([], 140)).toBeNull();
});
