import { findAddress } from '@academy/contract/addresses';
import { expect, test } from 'vitest';
import { sitemapStore } from '../sitemap/sitemap.store.ts';
import { aCourse, type CourseSketch } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';
import type { TenantScope } from '../values/scope.ts';

const app = await startApp();

const now = async (path: string, tenant = 'spring'): Promise<string | null> => {
  const { status, body } = await app.call(findAddress, { query: { path } }, { tenant });
  expect(status).toBe(200);
  return (body.data as { path: string | null }).path;
};
const course = (id: string, slug: string, lessons: Record<string, string>, more: Partial<CourseSketch> = {}) =>
  publishCourse(
    app,
    'spring',
    aCourse({
      id,
      slug,
      lessons: Object.entries(lessons).map(([lessonId, lessonSlug]) => ({ id: lessonId, slug: lessonSlug })),
      ...more,
    }),
  );
const guide = (id: string, slug: string, tenant = 'spring') =>
  publishItem(app, tenant, anItem('guide', { id, slug }, { 'content.md': 'Words.' }));

test('a renamed lesson is found at its old address, with what is below it', async () => {
  await course('spring-a', 'a', { 'spring-a-water': 'water', 'spring-a-tea': 'tea' });
  expect(await now('/courses/a/lessons/water')).toBeNull();
  await course('spring-a', 'a', { 'spring-a-water': 'hot-water', 'spring-a-tea': 'tea' });
  expect(await now('/courses/a/lessons/water')).toBe('/courses/a/lessons/hot-water');
  expect(await now('/de/courses/a/lessons/water/lab')).toBe('/de/courses/a/lessons/hot-water/lab');
  expect(await now('/courses/a/lessons/water/knowledge-check')).toBe('/courses/a/lessons/hot-water/knowledge-check');
  expect(await now('/courses/a/lessons/water', 'kube')).toBeNull();
});

test('several renamings lead to the last address at once', async () => {
  for (const slug of ['b', 'c', 'd']) await course('spring-b', slug, { 'spring-b-one': `one-${slug}` });
  expect(await now('/courses/b')).toBe('/courses/d');
  expect(await now('/courses/c/conclusion')).toBe('/courses/d/conclusion');
  for (const [course, lesson] of [
    ['b', 'b'],
    ['b', 'c'],
    ['b', 'd'],
    ['c', 'b'],
    ['d', 'b'],
    ['d', 'c'],
  ])
    expect(await now(`/courses/${course}/lessons/one-${lesson}`)).toBe('/courses/d/lessons/one-d');
});

test('an address that comes back, or that another item takes, is its own again', async () => {
  await guide('guide-a', 'x');
  await guide('guide-a', 'y');
  await guide('guide-a', 'x');
  expect([await now('/guides/x'), await now('/guides/y')]).toEqual([null, '/guides/x']);
  await guide('guide-b', 'y');
  expect(await now('/guides/y')).toBeNull();
  await guide('guide-b', 'z');
  expect(await now('/guides/y')).toBe('/guides/z');
  await guide('guide-k', 'x', 'kube');
  await guide('guide-k', 'y', 'kube');
  expect([await now('/guides/x', 'kube'), await now('/guides/y', 'kube')]).toEqual(['/guides/y', null]);
});

test('lessons that exchange their slugs, or are removed, lead nowhere', async () => {
  await course('spring-e', 'e', { 'spring-e-1': 'one', 'spring-e-2': 'two' });
  await course('spring-e', 'e', { 'spring-e-1': 'two', 'spring-e-2': 'one' });
  expect([await now('/courses/e/lessons/one'), await now('/courses/e/lessons/two')]).toEqual([null, null]);
  await course('spring-e', 'e', { 'spring-e-2': 'one' });
  expect(await now('/courses/e/lessons/two')).toBeNull();
});

test('a lesson that moved to another course leads there from its former course', async () => {
  await course('spring-f', 'f', { 'spring-f-1': 'one', 'spring-f-2': 'two' });
  await course('spring-f', 'f', { 'spring-f-1': 'one' });
  await course('spring-g', 'g', { 'spring-f-2': 'second' });
  expect(await now('/courses/f/lessons/two')).toBe('/courses/g/lessons/second');
  await course('spring-f', 'new-f', { 'spring-f-1': 'one' });
  expect(await now('/courses/f/lessons/two')).toBe('/courses/g/lessons/second');
});

test('what is gone from a course that moved leads to that course', async () => {
  await course('spring-h', 'h', { 'spring-h-1': 'one', 'spring-h-2': 'two' });
  await course('spring-h', 'new-h', { 'spring-h-1': 'one' });
  expect(await now('/courses/h/lessons/two')).toBe('/courses/new-h/lessons/two');
  expect(await now('/courses/new-h/lessons/two')).toBeNull();
});

test('a former address leads to no draft, and to nothing that was removed', async () => {
  await course('spring-i', 'i', { 'spring-i-1': 'one' });
  await course('spring-i', 'new-i', { 'spring-i-1': 'one' });
  await course('spring-i', 'new-i', { 'spring-i-1': 'one' }, { status: 'draft' });
  expect(await now('/courses/i')).toBeNull();
  expect(await now('/courses/i/lessons/one')).toBeNull();
});

test.each([
  '/',
  '/courses',
  '/courses/%20',
  '/courses/%',
  '/a/b/c',
  '/courses/a/lessons/<b>',
  '/de',
  `/${'x'.repeat(900)}`,
])('%s leads nowhere', async (path) => {
  expect(await now(path)).toBeNull();
});

test('the sitemap names the present address alone', async () => {
  await course('spring-j', 'j-before', { 'spring-j-1': 'one-before' });
  await course('spring-j', 'j-after', { 'spring-j-1': 'one-after' });
  const { items, lessons } = await sitemapStore(app.database.db).listed('spring' as TenantScope);
  const named = JSON.stringify([items, lessons]);
  for (const slug of ['j-after', 'one-after']) expect(named).toContain(`"${slug}"`);
  expect(named).not.toMatch(/j-before|one-before/);
});
