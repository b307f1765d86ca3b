import { expect, test } from 'vitest';
import { pageAt, redirectsBack } from './page-redirects.ts';

const back = (slug: string, pages: Record<string, string | null>) => redirectsBack(slug, (one) => pages[one] ?? null);

test.each(['/a', '/a?x', '/a#y', '/a/', '/a/?x#y', '/%61'])('a page that leads to itself as %s is not left', (to) => {
  expect(back('a', { a: to })).toBe(true);
});

test('pages that lead to each other are not left', () => {
  const pages = { a: '/b?x', b: '/c', c: '/a' };
  expect(['a', 'b', 'c'].map((slug) => back(slug, pages))).toEqual([true, true, true]);
});

test('a page may lead to another one, to other screens and other sites', () => {
  expect(back('a', { a: '/b', b: null })).toBe(false);
  expect(back('a', { a: '/courses/a' })).toBe(false);
  expect(back('a', { a: 'https://example.org/a' })).toBe(false);
  // Where it leads goes round by itself and is read there.
  expect(back('a', { a: '/b', b: '/b' })).toBe(false);
});

test('only single parts that no screen of ours has are pages', () => {
  expect(['/terms', '/courses', '/a/b', '/', '/%', 'terms'].map(pageAt)).toEqual(['terms', ...Array(5).fill(null)]);
});
