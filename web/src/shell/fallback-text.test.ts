import { expect, test } from 'vitest';
import { CallError } from '../api/call-error.ts';
import { BrokenFileError } from '../lib/load-file.ts';
import { ScreenLoadError } from '../navigation/load-screen.tsx';
import { fallbackWords } from './fallback-text.ts';

test('a fault of the page is not blamed on the connection', () => {
  expect(fallbackWords(new TypeError("Cannot read properties of undefined (reading 'map')"))).toMatch(
    /^This is a fault/,
  );
  expect(fallbackWords(new Error('anything'))).toMatch(/^This is a fault/);
});

test('what was not answered waits for the connection, what was refused does not', () => {
  expect(fallbackWords(new CallError('Network Error'))).toMatch(/connection is back/);
  expect(fallbackWords(new CallError('Busy', { status: 503, code: 'unavailable' }))).toMatch(/in a moment/);
  expect(fallbackWords(new CallError('Bad Gateway', { status: 502 }))).toMatch(/in a moment/);
  expect(fallbackWords(new CallError('Not allowed', { status: 403, code: 'not-allowed' }))).toMatch(
    /Trying again will not help/,
  );
});

test('a missing file waits for the connection, a broken one for a refresh', () => {
  const lost = new TypeError('Failed to fetch dynamically imported module');
  expect(fallbackWords(new ScreenLoadError('This page could not be loaded', { cause: lost }))).toMatch(/connection/);
  const broken = new BrokenFileError(undefined);
  expect(fallbackWords(new ScreenLoadError('This page could not be loaded', { cause: broken }))).toMatch(/Refresh/);
  expect(fallbackWords(new CallError(broken.message, { cause: broken }))).toMatch(/Refresh/);
});
