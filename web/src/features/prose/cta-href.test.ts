import { expect, test } from 'vitest';
import { ctaHref } from './cta-href.ts';

const links = { hrefGuest: '/auth', hrefAuth: '/courses', hrefPro: '/courses/pro' };

test('a button leads guests, learners and Pro members to their own place', () => {
  expect(ctaHref(links, false, false)).toBe('/auth');
  expect(ctaHref(links, true, false)).toBe('/courses');
  expect(ctaHref(links, true, true)).toBe('/courses/pro');
});

test('where the text names no place for members, they go with the learners', () => {
  expect(ctaHref({ hrefGuest: '/a', hrefAuth: '/b' }, true, true)).toBe('/b');
  expect(ctaHref({ hrefGuest: '/a' }, true, false)).toBe('/a');
  expect(ctaHref({}, false, false)).toBeNull();
});
