import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { deleteContent, setContentStatus } from '@academy/contract/publishing';
import { afterAll, expect, test } from 'vitest';
import { pageView } from '../db/page-view-tables.ts';
import { aCourse, packed } from '../testing/a-course.ts';
import { anItem, someTags } from '../testing/an-item.ts';
import { publishItem, startApp } from '../testing/start-app.ts';
import * as entry from '../testing/web-entry.fixture.ts';
import { rendererInWorker } from './renderer-in-worker.ts';

const clientFolder = await mkdtemp(join(tmpdir(), 'academy-client-'));
await mkdir(join(clientFolder, 'assets'));
afterAll(() => rm(clientFolder, { recursive: true }));
const renderer = rendererInWorker({ entryUrl: new URL('../testing/web-entry.fixture.ts', import.meta.url).href });
afterAll(() => renderer.close());

const app = await startApp({ web: { entry, renderer, clientFolder } });
const admin = await app.aPerson({ admin: true });
const token = await app.aToken(admin, 'spring', ['content:write']);

async function publish(id: string, title: string): Promise<void> {
  const response = await app.request({
    method: 'PUT',
    url: `/api/v1/content/course/${id}`,
    headers: { authorization: `Bearer ${token}`, tenantid: 'spring', 'content-type': 'application/gzip' },
    payload: Buffer.from(await packed(aCourse({ id, title, lessons: [{ id: `${id}-a` }] }))),
  });
  expect(response.statusCode).toBe(200);
}

async function page(url: string): Promise<{ status: number; html: string; rendering: number }> {
  const response = await app.request({ url, headers: { host: 'spring.localhost:3000' } });
  const html = response.payload;
  return { status: response.statusCode, html, rendering: Number(/rendering (\d+)/.exec(html)?.[1]) };
}

test('a page is rendered once and sent again as it is', async () => {
  const first = await page('/courses');
  expect(first.status).toBe(200);
  expect(await page('/courses')).toEqual(first);
});

test('a publisher sees the new page at once', { timeout: 60_000 }, async () => {
  for (let edition = 1; edition <= 5; edition += 1) {
    await publish('spring-one', `Edition ${edition}`);
    const { html } = await page('/courses');
    expect(html).toContain(`<h2>Edition ${edition}</h2>`);
    expect(html).not.toContain(`Edition ${edition - 1}<`);
  }
});

test('a page whose data a publish did not change is not rendered again', async () => {
  const guides = await page('/guides');
  const courses = await page('/courses');
  await publish('spring-two', 'Another course');
  expect(await page('/guides')).toEqual(guides);
  const newCourses = await page('/courses');
  expect(newCourses.html).toContain('Another course');
  expect(newCourses.rendering).toBeGreaterThan(courses.rendering);
});

test('topics have the published names on every page', async () => {
  const { html } = await page('/topics');
  expect(html).toContain('"java":"Java"');
  const name = (slug: string, title: string) => publishItem(app, 'spring', someTags('spring', [{ slug, name: title }]));
  await name('java', 'The Java language');
  expect((await page('/topics')).html).toContain('"java":"The Java language"');
  // A name equal to the default costs nothing.
  await name('virtual-threads', 'Virtual Threads');
  expect(await page('/topics')).toMatchObject({ html: expect.not.stringContaining('virtual') });
  expect((await page('/topics')).html).toContain('"java":"Java"');
});

test('the footer links to a page of the academy while it is published', async () => {
  const linked = async () => {
    const { html } = await page('/footer');
    const hrefs = [...html.matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href);
    return ['/courses', '/terms', '/faq', 'https://spring.io/'].filter((href) => hrefs.includes(href));
  };
  const asPage = (status: string) => anItem('page', { id: 'terms', status }, { 'content.md': 'Words.' });
  expect(await linked()).toEqual(['/courses', 'https://spring.io/']);
  await publishItem(app, 'spring', asPage('draft'));
  expect(await linked()).toEqual(['/courses', 'https://spring.io/']);
  await publishItem(app, 'spring', asPage('live'));
  expect(await linked()).toEqual(['/courses', '/terms', 'https://spring.io/']);
  await app.call(
    deleteContent,
    { params: { kind: 'page', id: 'terms' } },
    { bearer: await app.aToken(admin, 'spring', ['content:write']), tenant: 'spring' },
  );
  expect(await linked()).toEqual(['/courses', 'https://spring.io/']);
});

test('frequently requested pages are ready when the publish is answered', async () => {
  await page('/courses');
  let wasReady = false;
  // A machine too busy to do it within a quarter of a second gets several attempts.
  for (let edition = 1; edition <= 5 && !wasReady; edition += 1) {
    await publish('spring-three', `Third course, edition ${edition}`);
    // This address is requested for the first time: its number shows whether the list was rendered before it.
    const first = await page(`/course?unknown-${edition}`);
    const ready = await page('/courses');
    expect(ready.html).toContain(`Third course, edition ${edition}<`);
    wasReady = ready.rendering < first.rendering;
  }
  expect(wasReady).toBe(true);
});

test('a slow page delays a publish only for a moment', async () => {
  await page('/slow');
  await publish('spring-three', 'A course for a slow page');
  const first = await page('/course?spring-three');
  const { html, rendering } = await page('/slow');
  expect(html).toContain('A course for a slow page');
  expect(rendering).toBeLessThan(first.rendering);
});

test('readers get a whole page, old or new, during a publish', { timeout: 60_000 }, async () => {
  await publish('spring-four', 'Title 0');
  await publish('spring-five', 'Title 0');
  let publishing = true;
  const reading = (async () => {
    let last = 0;
    while (publishing) {
      // A cached page arrives without a pause: this lets other work run.
      await setImmediate();
      const { status, html } = await page('/courses');
      expect(status).toBe(200);
      const titles = [...html.matchAll(/Title (\d+)/g)].map(([, number]) => Number(number));
      expect(titles).toHaveLength(2);
      // The two courses are published in turns: their editions differ by one at most, and never decrease.
      expect(Math.abs((titles[0] ?? 0) - (titles[1] ?? 0))).toBeLessThanOrEqual(1);
      const sum = titles.reduce((all, one) => all + one, 0);
      expect(sum).toBeGreaterThanOrEqual(last);
      last = sum;
    }
  })();
  const writing = (async () => {
    for (let edition = 1; edition <= 4; edition += 1)
      for (const id of ['spring-four', 'spring-five']) await publish(id, `Title ${edition}`);
  })().finally(() => {
    publishing = false;
  });
  await Promise.all([reading, writing]);
});

test('removed or hidden content is gone from the next page', async () => {
  await publish('spring-six', 'Soon gone');
  expect((await page('/courses')).html).toContain('Soon gone');
  expect((await page('/course?spring-six')).status).toBe(200);
  const params = { kind: 'course' as const, id: 'spring-six' };
  await app.call(setContentStatus, { params, body: { status: 'unlisted' } }, { bearer: token, tenant: 'spring' });
  expect((await page('/courses')).html).not.toContain('Soon gone');
  expect((await page('/course?spring-six')).status).toBe(200);
  await app.call(deleteContent, { params }, { bearer: token, tenant: 'spring' });
  expect((await page('/course?spring-six')).status).toBe(404);
});

test('a page that fails to render is an empty, uncached document', async () => {
  expect(await page('/broken')).toMatchObject({ status: 503, html: '<!doctype html>empty' });
  expect((await page('/courses')).status).toBe(200);
});

test('a document that shows something counts as a view', async () => {
  const reader = { host: 'spring.localhost:3000', 'user-agent': 'Mozilla/5.0 Firefox/140.0' };
  const views = async () => {
    await app.pageViews.write();
    const rows = await app.database.db.select().from(pageView);
    return rows.reduce((sum, row) => sum + row.views, 0);
  };
  const before = await views();
  await app.request({ url: '/guides?page=2', headers: reader });
  expect(await views()).toBe(before + 1);
  await app.request({ url: '/guides', headers: { ...reader, dnt: '1' } });
  await app.request({ url: '/guides', headers: { ...reader, 'sec-purpose': 'prefetch;prerender' } });
  await app.request({ method: 'HEAD', url: '/guides', headers: reader });
  await app.request({ url: '/admin', headers: reader });
  expect(await views()).toBe(before + 1);
});
