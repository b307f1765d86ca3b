import { expect, test } from 'vitest';
import { GAP, pageNumbers } from './page-numbers.ts';

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

// Shows clauses#tables-and-durations
test('up to 20 pages each side are named, and the first and last', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageNumbers(1, 50)).toEqual([...upTo(1, 21), GAP, 50]);
  expect(pageNumbers(50, 100)).toEqual([1, GAP, ...upTo(30, 70), GAP, 100]);
  expect(pageNumbers(100, 100)).toEqual([1, GAP, ...upTo(80, 100)]);
});

// Shows clauses#tables-and-durations
test('a gap of two pages or fewer is filled instead of an ellipsis', () => {
  expect(pageNumbers(22, 42)).toEqual(upTo(1, 42));
  expect(pageNumbers(24, 24)).toEqual(upTo(1, 24));
  expect(pageNumbers(25, 25)).toEqual([1, GAP, ...upTo(5, 25)]);
  expect(pageNumbers(1, 24)).toEqual(upTo(1, 24));
  expect(pageNumbers(1, 25)).toEqual([...upTo(1, 21), GAP, 25]);
});

test('a page beyond the last one names the pages that there are', () => {
  expect(pageNumbers(1, 0)).toEqual([]);
});
