import { expect, it } from 'vitest';
import { mayNotifyContainer, viewedPage } from './page-view.ts';

it.each([
  ['/', 'screen', '/', ''],
  ['/courses', 'screen', '/courses', ''],
  ['/courses/rest', 'course', 'rest', ''],
  ['/courses/rest/lessons/one', 'lesson', 'rest', 'one'],
  ['/courses/rest/lessons/one/lab', 'lesson', 'rest', 'one'],
  ['/courses/rest/lessons/one/knowledge-check', 'lesson', 'rest', 'one'],
  ['/guides/boot/lab', 'guide', 'boot', ''],
  ['/paths/spring', 'path', 'spring', ''],
  ['/instructors/ada', 'instructor', 'ada', ''],
  ['/about', 'page', 'about', ''],
])('a view of %s counts for the %s', (path, kind, slug, lessonSlug) => {
  expect(viewedPage(path)).toEqual({ kind, slug, lessonSlug });
});

it.each([
  '/auth',
  '/login/callback',
  '/appLogout',
  '/account',
  '/email',
  '/admin',
  '/admin/users',
  '/certificates',
  '/certificates/5f0c6a4e-8d4b-4a57-9c55-0d1f0d3c2b1a',
  '/contact',
  '/review',
  '/unsubscribe',
  '/not-found',
  '/idp/login',
])('a view of %s is never counted', (path) => expect(viewedPage(path)).toBeNull());

it('a container may be notified of counted pages, except of searches', () => {
  for (const path of ['/', '/courses', '/courses/rest/lessons/intro/lab', '/guides/tea', '/terms'])
    expect(mayNotifyContainer(path), path).toBe(true);
  for (const path of [
    '/search',
    '/auth',
    '/login/callback',
    '/account',
    '/email',
    '/admin',
    '/admin/users',
    '/appLogout',
  ])
    expect(mayNotifyContainer(path), path).toBe(false);
});

it('a page counts as the same in every language', () => {
  expect(viewedPage('/de/courses/rest')).toEqual(viewedPage('/courses/rest'));
  expect(viewedPage('/de')).toEqual({ kind: 'screen', slug: '/', lessonSlug: '' });
  expect([viewedPage('/de/admin'), mayNotifyContainer('/de/search')]).toEqual([null, false]);
});
