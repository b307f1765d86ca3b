import { expect, test } from 'vitest';
import { closestWords, mistakes } from './spelling.ts';

test.each([
  ['spring', 'spring', 0],
  ['sprnig', 'spring', 1],
  ['spring', 'sprin', 1],
  ['kuberntes', 'kubernetes', 1],
  ['cat', 'bat', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
])('from %s to %s it is %i', (a, b, count) => {
  expect(mistakes(a, b)).toBe(count);
  expect(mistakes(b, a)).toBe(count);
});

test('a short word may have one mistake, a long one two', () => {
  expect(closestWords('srpnig', ['spring'], false)).toEqual([]);
  expect(closestWords('kubrnets', ['kubernetes', 'kubelet'], false)).toEqual(['kubernetes']);
});

test('fewer mistakes come first, then the same first letter, then the same length', () => {
  expect(closestWords('bread', ['tread', 'breads', 'broad', 'break'], false)).toEqual([
    'break',
    'broad',
    'breads',
    'tread',
  ]);
});

test('an incomplete word is compared with the beginnings of words', () => {
  expect(closestWords('kubrne', ['kubernetes'], false)).toEqual([]);
  expect(closestWords('kubrne', ['kubernetes'], true)).toEqual(['kubernetes']);
  expect(closestWords('sprng', ['springboard', 'spring'], true)).toEqual(['spring', 'springboard']);
});

test('another letter makes a word of four letters another word', () => {
  expect(closestWords('uber', ['user'], false)).toEqual([]);
  expect(closestWords('bena', ['bean', 'beta'], false)).toEqual(['bean']);
  expect(closestWords('sprn', ['spring'], true)).toEqual(['spring']);
});
