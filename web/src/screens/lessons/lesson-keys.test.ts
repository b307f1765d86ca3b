import { expect, test } from 'vitest';
import { lessonAction } from './lesson-keys.ts';

const press = (key: string, more = {}) =>
  lessonAction({ key, ctrlKey: false, metaKey: false, altKey: false, typing: false, ...more });

test('n and p turn the page, m marks complete, ? lists the keys', () => {
  expect(['n', 'p', 'm', '?', 'x'].map((key) => press(key))).toEqual(['next', 'previous', 'complete', 'help', null]);
});

test('a letter in a field is a letter', () => {
  expect(press('n', { typing: true })).toBeNull();
});

test("the browser's own shortcuts stay with the browser", () => {
  expect(press('p', { ctrlKey: true })).toBeNull();
  expect(press('m', { metaKey: true })).toBeNull();
});
