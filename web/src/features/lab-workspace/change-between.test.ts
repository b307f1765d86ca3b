import { expect, test } from 'vitest';
import { changeBetween } from './change-between.ts';

test('the change between two texts leaves their common beginning and end alone', () => {
  expect(changeBetween('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' });
  expect(changeBetween('', 'new')).toEqual({ from: 0, to: 0, insert: 'new' });
  expect(changeBetween('gone', '')).toEqual({ from: 0, to: 4, insert: '' });
  expect(changeBetween('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
  expect(changeBetween('aaa', 'aa')).toEqual({ from: 2, to: 3, insert: '' });
  expect(changeBetween('same', 'same')).toEqual({ from: 4, to: 4, insert: '' });
});

test('applied, it makes one text the other', () => {
  for (const [before, after] of [
    ['abcabc', 'abc'],
    ['x\ny\n', 'x\nz\ny\n'],
    ['abab', 'ba'],
  ] as const) {
    const { from, to, insert } = changeBetween(before, after);
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
  }
});
