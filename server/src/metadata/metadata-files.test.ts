import { loadSharp } from '@academy/content/pictures/load-sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { atomFeed } from '../feeds/feed.routes.ts';
import { rendererInProcess } from '../front/page-renderer.ts';
import { robotsText } from '../robots/robots.routes.ts';
import { sitemapFiles } from '../sitemap/sitemap.routes.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';
import * as entry from '../testing/web-entry.fixture.ts';

const renderer = rendererInProcess(entry);
afterAll(() => renderer.close());
const app = await startApp({ web: { entry, renderer, clientFolder: null } });
const ORIGIN = 'http://spring.localhost:3000';
const HOSTILE = `</title>]]> & "quoted" 'single' <b>`;

const get = (url: string, host = 'spring.localhost:3000', method: 'GET' | 'HEAD' = 'GET') =>
  app.request({ method, url, headers: { host } });

beforeAll(async () => {
  await publishCourse(
    app,
    'spring',
    aCourse({
      id: 'open',
      title: HOSTILE,
      lessons: [
        { id: 'o1' },
        { id: 'o2', entitlements: ['auth'] },
        { id: 'o3', status: 'unlisted' },
        { id: 'o4', status: 'draft' },
      ],
    }),
  );
  for (const status of ['unlisted', 'draft'] as const)
    await publishCourse(app, 'spring', aCourse({ id: `c-${status}`, status, lessons: [{ id: `${status}-l` }] }));
  await publishItem(app, 'spring', anItem('path', { id: 'route', steps: [] }, {}));
  const page = (id: string, text: string) =>
    publishItem(app, 'spring', anItem('page', { id }, { 'content.template.md': text }));
  await page('rules', 'Be nice.');
  await page('moved', '<meta http-equiv="refresh" content="0; url=/courses">');
});

describe('the sitemap', () => {
  it('contains public content only, at the address of the settings', async () => {
    for (const host of ['spring.localhost:3000', 'evil.example']) {
      const { statusCode, payload, headers } = await get('/sitemap.xml', host);
      expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect([...payload.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address).sort()).toEqual(
        ['/', '/contact', '/courses', '/courses/open', '/courses/open/lessons/o1', '/paths', '/paths/route', '/rules']
          .flatMap((path) => [ORIGIN + path, `${ORIGIN}/de${path === '/' ? '' : path}`])
          .sort(),
      );
    }
    expect((await get('/sitemap/1.xml')).statusCode).toBe(404);
    expect((await get('/sitemap.xml', 'kube.localhost:3000')).payload).not.toContain('/courses/open');
    expect((await get('/sitemap.xml', 'spring.localhost:3000', 'HEAD')).statusCode).toBe(200);
  });

  it('of a large academy is an index of parts that hold each address once', () => {
    const publishedAt = new Date('2026-01-02T03:04:05Z');
    const items = Array.from({ length: 25 }, (_, n) => ({ kind: 'page' as const, slug: `p${n}`, publishedAt }));
    const [index = '', ...parts] = sitemapFiles('https://a.example', items, [], 10);
    expect(parts).toHaveLength(6);
    expect(index.match(/<loc>[^<]*/g)).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => `<loc>https://a.example/sitemap/${n}.xml`),
    );
    const all = parts.flatMap((part) => part.match(/<loc>[^<]*/g) ?? []);
    expect(new Set(all).size).toBe(54);
    expect(all).toHaveLength(54);
  });
});

describe('the feed', () => {
  it('holds what is new and may be found, with texts that cannot break it', async () => {
    const { statusCode, payload, headers } = await get('/feed.xml', 'evil.example');
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(payload.match(/<entry>/g)).toHaveLength(2);
    expect(payload).toContain(`href="${ORIGIN}/courses/open"`);
    expect(payload).not.toMatch(/unlisted|draft|evil|<b>|\]\]>/);
    expect((await get('/feed.xml', 'kube.localhost:3000')).payload).not.toContain('<entry>');
  });

  it('keeps the ids of items when slug, title and address change', async () => {
    const tenant = { tenantId: 'spring', name: 'Spring', tagline: 'x' } as Parameters<typeof atomFeed>[0];
    const at = new Date('2026-01-02T03:04:05Z');
    const item = {
      kind: 'course',
      id: 'c',
      description: '',
      topics: [],
      firstPublishedAt: at,
      publishedAt: at,
    } as const;
    const ids = ['a', 'b'].map(
      (name) =>
        /<entry>\n<id>(urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})<\/id>/.exec(
          atomFeed(tenant, `https://${name}.example`, [{ ...item, topics: [], slug: name, title: `${name}\u0001` }]),
        )?.[1],
    );
    expect(ids[0]).toBeDefined();
    expect(ids[0]).toBe(ids[1]);
  });
});

test('robots may read production only, without tools and personal pages', async () => {
  expect((await get('/robots.txt')).payload).toMatch(/^User-agent: \*\nDisallow: \/\n/);
  const text = robotsText('https://a.example', true);
  expect(text).not.toMatch(/^Disallow: \/$/m);
  for (const rule of ['/admin$', '/admin/', '/api/', '/search?', '/de/admin/'])
    expect(text).toContain(`Disallow: ${rule}\n`);
  expect(text).toContain('Sitemap: https://a.example/sitemap.xml');
});

describe('a card', () => {
  it.each(['academy', 'courses/open', 'courses/c-unlisted', 'paths/route'])(
    'of %s is a PNG of 1200 by 630',
    async (name) => {
      const sharp = await loadSharp();
      const { statusCode, rawPayload, headers } = await get(`/assets/cards/${name}.png`);
      expect(statusCode).toBe(200);
      expect(await sharp?.(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
      const again = await app.request({
        url: `/assets/cards/${name}.png`,
        headers: { host: 'spring.localhost:3000', 'if-none-match': String(headers.etag) },
      });
      expect(again.statusCode).toBe(304);
    },
  );

  it.each(['courses/c-draft', 'courses/nope', 'courses/..%2f', 'nothing/open', 'courses/open.png', 'constructor/x'])(
    'of %s does not exist',
    async (name) => {
      expect((await get(`/assets/cards/${name}.png`)).statusCode).toBe(404);
    },
  );

  it('of another academy does not exist', async () => {
    expect((await get('/assets/cards/courses/open.png', 'kube.localhost:3000')).statusCode).toBe(404);
  });
});

test('a brand has a manifest with existing icons', async () => {
  const sharp = await loadSharp();
  const { headers, payload } = await get('/manifest.webmanifest', 'kube.localhost:3000');
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = JSON.parse(payload) as { name: string; icons: { src: string; sizes: string }[] };
  expect(manifest.name).toBe('Kube Academy');
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = (await sharp?.((await get(src)).rawPayload).metadata()) ?? {};
    expect(`${width}x${height}`).toBe(sizes);
  }
  const ico = await get('/favicon.ico', 'kube.localhost:3000');
  expect(ico.headers['content-type']).toBe('image/x-icon');
  expect(await sharp?.(ico.rawPayload.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32 });
});
