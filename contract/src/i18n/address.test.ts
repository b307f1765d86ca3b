import { expect, test } from 'vitest';
import { splitLanguage, withLanguage } from './address.ts';

test.each([
  ['/courses', 'en', '/courses'],
  ['/', 'en', '/'],
  ['/de', 'de', '/'],
  ['/de/', 'de', '/'],
  ['/de/courses/rest', 'de', '/courses/rest'],
  // The original language has one address, and a page may be called like part of a language.
  ['/en/courses', 'en', '/en/courses'],
  ['/deutsch', 'en', '/deutsch'],
  ['/constructor', 'en', '/constructor'],
])('%s is a page in "%s"', (path, language, rest) => {
  expect(splitLanguage(path)).toEqual({ language, path: rest });
});

test.each([
  ['/', '/de'],
  ['/#favorites', '/de#favorites'],
  ['/?page=2', '/de?page=2'],
  ['/courses?topic=java', '/de/courses?topic=java'],
])('%s is %s in German', (address, german) => {
  expect(withLanguage(address, 'de')).toBe(german);
  expect(withLanguage(address, 'en')).toBe(address);
});
