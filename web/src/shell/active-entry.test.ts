import { expect, test } from 'vitest';
import { isActiveEntry } from './active-entry.ts';

// Shows clauses#the-shell
test('the entry whose address the path contains is active', () => {
  expect(isActiveEntry('/courses', '/courses')).toBe(true);
  expect(isActiveEntry('/courses', '/courses/rest/lessons/hello')).toBe(true);
  expect(isActiveEntry('/guides', '/courses')).toBe(false);
});

// Shows clauses#the-shell
test('Home is active on the root only', () => {
  expect(isActiveEntry('/', '/')).toBe(true);
  expect(isActiveEntry('/', '/courses')).toBe(false);
});

test('entries are active in every language', () => {
  expect(isActiveEntry('/', '/de')).toBe(true);
  expect(isActiveEntry('/', '/de/courses')).toBe(false);
  expect(isActiveEntry('/courses', '/de/courses/rest')).toBe(true);
});

test('an anchor of the dashboard never takes the place of Home', () => {
  expect(isActiveEntry('/#my-courses', '/')).toBe(false);
});
