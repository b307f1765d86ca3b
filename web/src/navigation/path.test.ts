import { expect, test } from 'vitest';
import { href, matchPath, normaliseSearch } from './path.ts';

test('a path literal gives its parameters by name', () => {
  expect(matchPath('/courses/:slug/lessons/:lessonSlug', '/courses/rest/lessons/first')).toEqual({
    slug: 'rest',
    lessonSlug: 'first',
  });
});

test('a slash at the end makes no difference, two do', () => {
  expect(matchPath('/courses', '/courses/')).toEqual({});
  expect(matchPath('/courses', '/courses//')).toBeNull();
  expect(matchPath('/', '/')).toEqual({});
});

test('percent encodings are read, and broken ones match nothing instead of breaking the page', () => {
  expect(matchPath('/courses/:slug', '/courses/x%2E509')).toEqual({ slug: 'x.509' });
  for (const broken of ['%E0%A4%A', '%', '%zz', '%c3%28'])
    expect(matchPath('/courses/:slug', `/courses/${broken}`)).toBeNull();
});

test('an impossible slug is not requested', () => {
  for (const text of ['a%2Fb', '..', '%00', 'a b', 'x'.repeat(201), '<script>', ''])
    expect(matchPath('/courses/:slug', `/courses/${text}`)).toBeNull();
});

test('letters of fixed parts keep their case', () => {
  expect(matchPath('/appLogout', '/applogout')).toBeNull();
});

test('a link encodes what stands in its parameters', () => {
  expect(href('/courses/:slug', { slug: 'a/b?c' })).toBe('/courses/a%2Fb%3Fc');
});

test('a query keeps known parameters only, sorted, each value once', () => {
  expect(normaliseSearch('?topic=java&utm=1&level=beginner&topic=api&topic=java', ['topic', 'level'])).toBe(
    'level=beginner&topic=api&topic=java',
  );
  expect(normaliseSearch('topic=&q=%20', ['topic', 'q'])).toBe('');
  expect(normaliseSearch('topic=java', [])).toBe('');
});

test('nobody can make a query longer than it may be', () => {
  const values = Array.from({ length: 500 }, (_, index) => `topic=${'x'.repeat(300)}${index}`).join('&');
  const kept = new URLSearchParams(normaliseSearch(values, ['topic'])).getAll('topic');
  expect(kept.every((value) => value.length <= 200)).toBe(true);
  const many = Array.from({ length: 500 }, (_, index) => `topic=t${index}`).join('&');
  expect(new URLSearchParams(normaliseSearch(many, ['topic'])).getAll('topic')).toHaveLength(50);
});
