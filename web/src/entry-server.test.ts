import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { getCourse, listCourses } from '@academy/contract/courses';
import { AcademyError } from '@academy/contract/errors';
import { listGuides } from '@academy/contract/guides';
import { getInstructor, listInstructors } from '@academy/contract/instructors';
import { listLearningPaths } from '@academy/contract/learning-paths';
import { getLesson, listLessons } from '@academy/contract/lessons';
import type { PageRequest, WebEntry } from '@academy/contract/web-entry';
import { tenant as kube } from '@academy/tenants/kube/tenant';
import { tenant as spring } from '@academy/tenants/spring/tenant';
import { describe, expect, test } from 'vitest';
import { weighPages } from '../build/budgets.ts';
import { catalogue } from '../testing/catalogue.ts';
import { runtimeAt } from '../testing/runtime.ts';

const dist = (file: string) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));
const built = existsSync(dist('server/entry-server.js'));
if (!built) console.warn('The web has not been built: its server entry is not tested. Build it with ./academy build.');

const web: WebEntry = built ? await import(/* @vite-ignore */ dist('server/entry-server.js')) : ({} as WebEntry);

const calls: string[] = [];
function request(path: string, search = '', tenant = spring): PageRequest {
  const origin = 'http://spring.localhost:3000';
  const { config } = runtimeAt(origin, tenant);
  const call: PageRequest['call'] = async (call, input) => {
    // Every page shows the academy's alerts.
    if (call.name !== 'listPublicAlerts') calls.push(call.name);
    return catalogue(call.name, input) as never;
  };
  return { path, search, origin, tenant, config, call, correlationId: 'c' };
}

const page = (path: string, search = '') => web.renderPage(request(path, search));
/** Gzip bytes of a document without its inline styles, for which the build has a budget. */
const packed = (html: string): number => gzipSync(html.replace(/<style[\s\S]*?<\/style>/g, '')).length;

const PAGES = [
  '/',
  '/courses',
  '/courses/rest',
  '/courses/rest/lessons/first',
  '/instructors',
  '/instructors/ann',
  '/auth',
  '/guides',
  '/guides/guide-0',
  '/guides/guide-1/lab',
  '/paths',
  '/paths/route',
  '/terms',
  '/courses/rest/lessons/first/lab',
  '/courses/rest/lessons/second/knowledge-check',
];

describe.skipIf(!built)('a page from the server', () => {
  test.each(PAGES)('%s runs no inline script but the start script', async (path) => {
    const { html, status } = await page(path);
    expect(status).toBe(200);
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
    const running = inline.filter(([, attributes = '']) => !/application\/(ld\+)?json/.test(attributes));
    expect(running).toHaveLength(1);
    const text = running[0]?.[2] ?? '';
    expect(text.length).toBeLessThan(400);
    expect(web.csp(spring, path).scripts).toEqual([`'sha256-${createHash('sha256').update(text).digest('base64')}'`]);
  });

  test.each(PAGES)('%s has no inline style or handler, and styles allowed by hash', async (path) => {
    const { html } = await page(path);
    expect(html).not.toMatch(/<[a-z][^>]*\sstyle=/i);
    expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+=/i);
    const allowed = web.csp(spring, path).styles;
    for (const [, css = ''] of html.matchAll(/<style>([\s\S]*?)<\/style>/g))
      expect(allowed).toContain(`'sha256-${createHash('sha256').update(css).digest('base64')}'`);
  });

  test('a former address leads to where the lesson is now, in its language', async () => {
    expect(await page('/de/courses/old/lessons/first/lab', 'page=two')).toEqual({
      ...{ status: 301, location: '/de/courses/rest/lessons/first/lab?page=two', html: '' },
    });
    expect((await page('/courses/never/lessons/first')).status).toBe(404);
  });

  test('a page says in its language what needs JavaScript', async () => {
    const noScript = async (path: string) => /<noscript>(.*?)<\/noscript>/.exec((await page(path)).html)?.[1];
    expect(await noScript('/courses')).toContain('To log in, keep progress');
    expect(await noScript('/de/courses')).toContain('um dich anzumelden');
  });

  test.each([...PAGES, '/nowhere', '/de/courses'])(
    '%s has a policy that fits into the headers of a reverse proxy',
    (path) => {
      // nginx takes 4 kB for all headers of a reply.
      expect(web.csp(spring, path).styles.join(' ').length).toBeLessThan(1_500);
    },
  );

  test('an item that does not exist is shown with styles that its policy allows', async () => {
    const { html, status } = await page('/courses/none');
    expect(status).toBe(404);
    for (const [, css = ''] of html.matchAll(/<style>([\s\S]*?)<\/style>/g))
      expect(web.csp(spring, '/courses/none').styles).toContain(
        `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
      );
  });

  test.each(PAGES)('%s is the same for everybody, byte for byte', async (path) => {
    expect((await page(path)).html).toBe((await page(path)).html);
  });

  test.each(PAGES)('%s has its content in place: no fallback, no part moved out of line', async (path) => {
    const { html } = await page(path);
    expect(html).toContain('<h1');
    expect(html).not.toMatch(/<template|\$RC|hidden id="S:/);
  });

  test('a long list stays in place, too', async () => {
    const { html } = await page('/courses');
    expect(html).not.toMatch(/<template|\$RC/);
    expect(html.match(/<article|<li/g)?.length).toBeGreaterThan(20);
  });

  test('has title, description, canonical address, icon and colour of its brand', async () => {
    const { html } = await page('/courses/rest', 'utm_source=x');
    expect(html).toContain('<title>Build a &#60;REST&#62; API - Spring Academy</title>');
    expect(html).toContain('<link rel="canonical" href="http://spring.localhost:3000/courses/rest">');
    expect(html).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml">');
    expect(html).toMatch(/<meta name="description" content="[^"]+">/);
    expect(html).toContain('data-tenant="spring"');
    const other = await web.renderPage(request('/courses', '', kube));
    expect(other.html).toContain(' - Kube Academy</title>');
    expect(other.html).toContain(`--tenant-hue:${kube.colors.hue}`);
  });

  test('carries its configuration behind its text, and data cannot break out', async () => {
    const { html } = await page('/courses/rest');
    const end = html.slice(html.indexOf('</h1>'));
    const blocks = [...end.matchAll(/<script type="application\/json" id="page-config">([\s\S]*?)<\/script>/g)];
    expect(blocks).toHaveLength(1);
    expect(JSON.parse(blocks[0]?.[1] ?? '')).toMatchObject({
      config: { clientId: 'academy-spring' },
      tenant: { name: 'Spring' },
    });
    const data = /<script type="application\/json" id="page-data">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(data).not.toContain('<');
    expect(JSON.stringify(JSON.parse(data))).toContain('Build a <REST> API');
  });

  test('loads scripts last, with low priority, and the font without delaying the first paint', async () => {
    const { html } = await page('/');
    expect(html.indexOf('<script type="module"')).toBeGreaterThan(html.indexOf('id="page-data"'));
    const scripts = html.match(/<script type="module"[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((script) => !script.includes('fetchpriority="low"'))).toEqual([]);
    const font = /src:url\((\/assets\/[\w-]+\.woff2)\)/.exec(html)?.[1] ?? 'no font';
    expect(html.includes(`</head><body><link rel="preload" href="${font}"`)).toBe(true);
  });
});

describe.skipIf(!built)('an address', () => {
  test('that nothing matches is a 404 without a cache entry of its own', async () => {
    for (const path of ['/courses/a/b/c/d', '/%E0%A4%A', '/api/x/y', '//evil.example']) {
      const { status, html } = await page(path);
      expect(status).toBe(404);
      // Written with a character reference for the apostrophe.
      expect(html).toContain('Sorry, the page you are looking for doesn');
      expect(html).not.toContain('evil.example');
      expect(web.normalFormOf(path, '')).toBeNull();
    }
  });

  test('behind which there is nothing is a 404 at that address', async () => {
    for (const path of [
      '/courses/nope',
      '/courses/rest/lessons/nope',
      '/instructors/nope',
      '/courses/rest/nope',
      '/nope',
      '/guides/nope',
      '/guides/nope/lab',
      '/paths/nope',
      '/courses/rest/lessons/nope/lab',
      '/courses/rest/lessons/first/knowledge-check',
    ]) {
      const { status, html } = await page(path);
      expect([path, status]).toEqual([path, 404]);
      expect(html).toContain('Page not found - Spring Academy');
      expect(html).not.toContain('rel="canonical"');
    }
  });

  test('of the contact form has its words; the form appears after hydration', async () => {
    const { status, html } = await page('/contact');
    expect(status).toBe(200);
    expect(html).toContain('Write to us');
    expect(html).not.toContain('<form');
  });

  test('of the learning path leads where the brand says', async () => {
    expect(await page('/learning-path')).toMatchObject({ status: 302, location: '/paths' });
  });

  test('in capitals leads to the one in lower case, unless it is one itself', async () => {
    expect(await page('/Courses', 'level=beginner&utm=1')).toMatchObject({
      status: 302,
      location: '/courses?level=beginner',
    });
    expect(await page('/COURSES/rest/LESSONS/first')).toMatchObject({
      status: 302,
      location: '/courses/rest/lessons/first',
    });
    // It must not get the page that it leads to from a cache, nor take that one's place.
    expect(web.normalFormOf('/COURSES/rest/LESSONS/first', '')).toEqual({
      address: '/COURSES/rest/LESSONS/first',
      isOneOfFew: false,
    });
    expect((await page('/appLogout')).status).toBe(200);
  });

  test('has one normal form', () => {
    const normal = (path: string, search = '') => web.normalFormOf(path, search)?.address;
    expect(normal('/courses/', '?topic=java&utm=1&level=beginner')).toBe('/courses?level=beginner&topic=java');
    expect(normal('/courses', 'level=beginner&topic=java')).toBe('/courses?level=beginner&topic=java');
    expect(normal('/', 'code=1')).toBe('/');
    expect(normal('/courses', 'page=1')).toBe('/courses');
    expect(normal('/courses', 'page=1&q=rest')).toBe('/courses?q=rest');
    expect(normal('/courses', 'page=2')).toBe('/courses?page=2');
    expect(normal('/c%6furses/%72est/')).toBe('/courses/rest');
  });

  test('names the same page as its canonical one however it is written', async () => {
    const canonicalOf = async (path: string, search = '') =>
      /<link rel="canonical" href="http:\/\/spring\.localhost:3000([^"]*)">/.exec((await page(path, search)).html)?.[1];
    expect(await canonicalOf('/courses/%72est/')).toBe('/courses/rest');
    expect(await canonicalOf('/courses/', 'page=1')).toBe('/courses');
    expect(await canonicalOf('/courses', 'q=rest')).toBe('/courses');
    expect((await page('/courses/%72est')).html).toBe((await page('/courses/rest')).html);
    expect((await page('/courses', 'page=1')).html).toBe((await page('/courses')).html);
  });

  test('is cached as one of few, except searches, filters and guarded pages', () => {
    const isOneOfFew = (path: string, search = '') => web.normalFormOf(path, search)?.isOneOfFew;
    for (const path of ['/', '/courses', '/courses/rest', '/terms', '/search', '/admin', '/admin/users'])
      expect([path, isOneOfFew(path)]).toEqual([path, true]);
    for (const [path, search] of [
      ['/courses', 'q=1'],
      ['/guides', 'topic=made-up'],
      ['/search', 'q=1&kind=page&page=7'],
      ['/courses/rest/lessons/first/lab', 'page=made-up'],
      ['/admin/users/made-up', ''],
      ['/admin/alerts/made-up/edit', ''],
    ] as const)
      expect([path, isOneOfFew(path, search)]).toEqual([path, false]);
    expect(isOneOfFew('/courses', 'utm_source=1')).toBe(true);
  });

  test('of a page behind the last of a search is a 404 leading back', async () => {
    const found = (hits: unknown[]) => ({
      ...{ total: 45, corrected: null, allWords: true },
      groups: [{ kind: 'lesson', total: 45, hits }],
    });
    const hit = { kind: 'lesson', id: 'a', path: '/courses/rest/lessons/first', title: [{ text: 'First', hit: true }] };
    const search = (query: string) => {
      const asked = request('/search', query);
      const call: PageRequest['call'] = async (theCall, input) => {
        if (theCall.name !== 'searchAcademy') return asked.call(theCall, input);
        const { pageNumber = 0 } = (input as { query: { pageNumber?: number } }).query;
        return found(pageNumber < 3 ? [{ ...hit, parent: null, excerpt: [], locked: null }] : []) as never;
      };
      return web.renderPage({ ...asked, call });
    };
    for (const query of ['q=x', 'q=x&kind=lesson', 'q=x&kind=lesson&page=3', 'q=x&page=50'])
      expect([query, (await search(query)).status]).toEqual([query, 200]);
    for (const page of ['4', '50', '1000', '0', 'two']) {
      const { status, html } = await search(`q=x&kind=lesson&page=${page}`);
      expect([page, status]).toEqual([page, 404]);
      expect(html).toContain('There are no results on this page');
      expect(html).toContain('href="/search?q=x&amp;kind=lesson"');
      expect(html).not.toContain('of 3');
    }
  });

  test('without its data fails to render, so that the empty document is sent', async () => {
    const asked = { ...request('/courses'), call: () => Promise.reject(new AcademyError('unavailable')) };
    await expect(web.renderPage(asked)).rejects.toThrow();
    expect(web.renderShell(asked, 503)).toContain('<div id="root"></div>');
  });

  test('of a guarded screen shows nothing of it', async () => {
    const { html } = await page('/admin/users');
    expect(html).not.toContain('<h1');
  });
});

describe.skipIf(!built)('the weight of the build', () => {
  test('is within the budgets', () => {
    expect(
      weighPages(dist('client')).flatMap(({ screen, problems }) => problems.map((one) => `${screen}: ${one}`)),
    ).toEqual([]);
  });

  test('loads nothing at first that only forms and the administration share', async () => {
    for (const path of PAGES.slice(0, 6)) expect((await page(path)).html).not.toContain('shared-later-');
    expect((await page('/admin/users')).html).toContain('shared-later-');
  });

  test('of home without data and styles stays below 11 kB packed', async () => {
    const { html } = await page('/');
    const withoutData = html.replace(/<script type="application\/json" id="page-data">[\s\S]*?<\/script>/, '');
    expect(packed(withoutData)).toBeLessThan(11_000);
  });
});

test.skipIf(!built)('rendering asks only for what the page shows', async () => {
  calls.length = 0;
  await page('/courses/rest/lessons/first');
  expect(calls.sort()).toEqual([getLesson.name, listLessons.name].sort());
  calls.length = 0;
  await page('/');
  expect(calls.sort()).toEqual([listCourses.name, listGuides.name, listLearningPaths.name].sort());
  calls.length = 0;
  for (const path of ['/courses', '/instructors']) await page(path);
  expect(new Set(calls)).toEqual(new Set([listCourses.name, listInstructors.name]));
  calls.length = 0;
  for (const path of ['/courses/rest', '/instructors/ann']) await page(path);
  expect(new Set(calls)).toEqual(new Set([getCourse.name, getInstructor.name]));
});

test.skipIf(!built)('a page carries the texts of its own lesson only', async () => {
  const texts = async (path: string) => (await page(path)).html.match(/"summary":"[^"]*Summary/g)?.length ?? 0;
  expect(await texts('/courses/rest')).toBe(0);
  expect(await texts('/courses/rest/lessons/first')).toBe(1);
});
