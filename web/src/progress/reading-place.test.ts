import { beforeEach, expect, test } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '../../testing/browser.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import { continueUrl } from '../api/progress.ts';
import { SIGNED_OUT, sessionStore } from '../sign-in/session.ts';
import { forgetPlace, keepPlace } from './reading-place.ts';

const START = '/courses/rest/lessons/two';
let browser: FakeBrowser;
const logIn = (userId: string) =>
  sessionStore.set({ ...SIGNED_OUT, status: 'signed-in', isAuthenticated: true, userId });

beforeEach(() => {
  browser = fakeBrowser();
  runtimeAt('http://academy.test');
  logIn('ada');
});

test('a lesson is continued at the heading that was read last', () => {
  expect(continueUrl('rest', 'two')).toBe(START);
  keepPlace('rest', 'two', 'größe & form');
  expect(continueUrl('rest', 'two')).toBe(`${START}#gr%C3%B6%C3%9Fe%20%26%20form`);
  keepPlace('rest', 'two', null);
  expect(continueUrl('rest', 'two')).toBe(START);
});

test('another lesson, course or learner begins at the top', () => {
  keepPlace('rest', 'two', 'errors');
  expect(continueUrl('rest', 'one')).toBe('/courses/rest/lessons/one');
  expect(continueUrl('graphs', 'two')).toBe('/courses/graphs/lessons/two');
  logIn('ben');
  expect(continueUrl('rest', 'two')).toBe(START);
});

test('a completed lesson and a restarted course have no place', () => {
  keepPlace('rest', 'two', 'errors');
  forgetPlace('rest', 'tw');
  expect(continueUrl('rest', 'two')).toBe(`${START}#errors`);
  forgetPlace('rest', 'two');
  expect(continueUrl('rest', 'two')).toBe(START);
  keepPlace('rest', 'two', 'errors');
  forgetPlace('rest', null);
  expect([...browser.local.keys()]).toEqual([]);
});
