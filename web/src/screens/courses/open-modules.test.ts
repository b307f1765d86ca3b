import { expect, test } from 'vitest';
import type { OutlineGroup } from '../../features/lesson-outline/outline-view.ts';
import { openAtFirst, storedKeys } from './open-modules.ts';

const group = (key: string, title: string | null, slugs: string[]) =>
  ({ key, title, lessons: slugs.map((slug) => ({ slug })) }) as OutlineGroup;
const groups = [group('loose', null, ['intro']), group('m1', 'One', ['a']), group('m2', 'Two', ['b', 'c'])];

test('visitors find the first module open', () => {
  expect(openAtFirst(groups, null)).toEqual(['m1']);
  expect(openAtFirst([], null)).toEqual([]);
});

test('learners find the module to go on in open, too', () => {
  expect(openAtFirst(groups, 'c')).toEqual(['m1', 'm2']);
  expect(openAtFirst(groups, 'a')).toEqual(['m1']);
  expect(openAtFirst(groups, 'intro')).toEqual(['m1']);
});

test.each([null, undefined, 'x', {}, { 'open-modules': 'm1' }])('a history entry with %j says nothing', (state) => {
  expect(storedKeys(state)).toBeNull();
});

test('a history entry remembers what was open, nothing included', () => {
  expect(storedKeys({ scroll: 3, 'open-modules': ['m2', 5] })).toEqual(['m2']);
  expect(storedKeys({ 'open-modules': [] })).toEqual([]);
});
