import { addPageView } from '@academy/contract/page-views';
import { getStats } from '@academy/contract/stats';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { pageView } from '../db/page-view-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
const TODAY = new Date().toISOString().slice(0, 10);
const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

beforeAll(() =>
  publishCourse(app, 'spring', aCourse({ id: 'spring-course', title: 'Rest', lessons: [{ id: 'spring-lesson' }] })),
);
beforeEach(() => db.delete(pageView));

async function view(path: string, headers: Record<string, string> = {}): Promise<number> {
  const as = { tenant: 'spring', headers: { ...PERSON, ...headers } };
  return (await app.call(addPageView, { body: { path } }, as)).status;
}

async function counted(): Promise<unknown[]> {
  await app.pageViews.write();
  const rows = await db.select().from(pageView);
  return rows.map(({ kind, itemId, views }) => [kind, itemId, views]).sort();
}

it('views are counted by day and page, without personal data', async () => {
  const lesson = '/courses/spring-course/lessons/spring-lesson';
  for (const path of ['/', '/courses/spring-course', lesson, `${lesson}/lab`]) expect(await view(path)).toBe(200);
  expect(await counted()).toEqual([
    ['course', 'spring-course', 1],
    ['lesson', 'spring-lesson', 2],
    ['screen', '/', 1],
  ]);
  await view('/');
  expect(await counted()).toContainEqual(['screen', '/', 2]);
  const [row] = await db.select().from(pageView);
  expect(row).toEqual({
    tenantId: 'spring',
    day: TODAY,
    kind: expect.anything(),
    itemId: expect.anything(),
    views: expect.anything(),
  });
});

it.each([
  ['who asks not to be tracked', '/courses', { dnt: '1' }],
  ['who wants privacy everywhere', '/courses', { 'sec-gpc': '1' }],
  ['a program that says so', '/courses', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['a program that says nothing', '/courses', { 'user-agent': '' }],
  ['an address where nothing is', '/courses/made-up', {}],
  ['the administration', '/admin/users', {}],
  ['the way back from signing in', '/login/callback', {}],
])('%s is not counted', async (_what, path, headers) => {
  expect(await view(path, headers as Record<string, string>)).toBe(200);
  expect(await counted()).toEqual([]);
});

it('a path with a query is refused', async () => {
  expect(await view('/search?q=lena')).toBe(400);
});

it('the dashboard has views per week and the most viewed pages', async () => {
  await db.insert(pageView).values([
    { tenantId: 'spring', day: '2030-01-02', kind: 'course', itemId: 'spring-course', views: 5 },
    { tenantId: 'spring', day: '2030-01-03', kind: 'screen', itemId: '/', views: 2 },
    { tenantId: 'spring', day: '2030-01-08', kind: 'course', itemId: 'spring-course', views: 1 },
    { tenantId: 'spring', day: '2030-01-10', kind: 'screen', itemId: '/', views: 100 },
    { tenantId: 'kube', day: '2030-01-03', kind: 'screen', itemId: '/', views: 100 },
  ]);
  const bearer = await (await app.aPerson({ admin: true })).bearer();
  const query = { from: '2030-01-02', to: '2030-01-09' };
  const { body } = await app.call(getStats, { query }, { tenant: 'spring', bearer });
  const { stats } = body.data as { stats: { weeks: { views: number }[]; pages: unknown[] } };
  expect(stats.weeks.map(({ views }) => views)).toEqual([7, 1]);
  expect(stats.pages).toEqual([
    { kind: 'course', id: 'spring-course', title: 'Rest', views: 6 },
    { kind: 'screen', id: '/', title: null, views: 2 },
  ]);
});
