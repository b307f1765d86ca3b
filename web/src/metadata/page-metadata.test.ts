import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Course } from '@academy/contract/courses';
import type { PageRequest, WebEntry } from '@academy/contract/web-entry';
import { tenant as spring } from '@academy/tenants/spring/tenant';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../testing/catalogue.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import type { Thing } from './structured-data.ts';

const entryFile = fileURLToPath(new URL('../../dist/server/entry-server.js', import.meta.url));
const built = existsSync(entryFile);
const web: WebEntry = built ? await import(/* @vite-ignore */ entryFile) : ({} as WebEntry);

const ORIGIN = 'https://spring.example.org';

/** The page at an address; `change` alters the replies that it is made of. */
async function page(path: string, search = '', change: (name: string, reply: object) => object = (_, reply) => reply) {
  const { config } = runtimeAt(ORIGIN, spring);
  const call: PageRequest['call'] = async ({ name }, input) =>
    change(name, structuredClone(catalogue(name, input) as object)) as never;
  const request = { path, search, origin: ORIGIN, tenant: spring, config, call, correlationId: 'c' };
  return (await web.renderPage(request)).html;
}

const robots = (html: string) => /<meta name="robots" content="(\w+)">/.exec(html)?.[1];
const canonical = (html: string) => /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1];
const meta = (html: string, property: string) =>
  new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)">`).exec(html)?.[1];
const block = (html: string) => /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1];
const things = (html: string): Thing[] => JSON.parse(block(html) ?? '{"@graph":[]}')['@graph'];
const typesOf = (html: string) => things(html).map((one) => one['@type']);

/** Every thing in a graph, those within others included. */
function everyThing(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(everyThing);
  if (value === null || typeof value !== 'object') return [];
  const below = Object.values(value).flatMap(everyThing);
  return '@type' in value ? [value as Thing, ...below] : below;
}

/** What schema.org knows of the things that we speak of, as far as we say it. */
const VOCABULARY: Record<string, string> = {
  BreadcrumbList: 'itemListElement',
  Course:
    'name description url image inLanguage educationalLevel keywords isAccessibleForFree provider datePublished timeRequired offers hasCourseInstance syllabusSections',
  CourseInstance: 'courseMode courseWorkload instructor',
  EducationalOrganization: 'name url logo',
  EntryPoint: 'urlTemplate',
  LearningResource:
    'name description url image inLanguage learningResourceType educationalLevel keywords isAccessibleForFree provider timeRequired author isPartOf hasPart',
  ListItem: 'position name item',
  Offer: 'category',
  Person: 'name url image jobTitle description sameAs',
  SearchAction: 'target query-input',
  Syllabus: 'name timeRequired',
  TechArticle:
    'headline description url image inLanguage learningResourceType educationalLevel keywords isAccessibleForFree provider datePublished timeRequired author',
  WebSite: 'name url description inLanguage publisher potentialAction',
};

const PAGES: [path: string, types: string[], kind: string, card: string][] = [
  ['/', ['WebSite'], 'website', 'academy'],
  ['/courses', [], 'website', 'academy'],
  ['/courses/rest', ['Course', 'BreadcrumbList'], 'website', 'courses/rest'],
  ['/courses/rest/lessons/first', ['LearningResource', 'BreadcrumbList'], 'article', 'courses/rest'],
  ['/guides/guide-0', ['TechArticle', 'BreadcrumbList'], 'article', 'guides/guide-0'],
  ['/paths/route', ['LearningResource', 'BreadcrumbList'], 'website', 'paths/route'],
  ['/instructors/ann', ['Person', 'BreadcrumbList'], 'profile', 'instructors/ann'],
  ['/terms', [], 'website', 'academy'],
];

describe.skipIf(!built)('the metadata of a page', () => {
  test.each(PAGES)('of %s: what it is, where it is, and its picture', async (path, types, kind, card) => {
    const html = await page(path);
    expect(robots(html)).toBe('all');
    expect(canonical(html)).toBe(ORIGIN + path);
    expect(typesOf(html)).toEqual(types);
    expect(meta(html, 'og:type')).toBe(kind);
    expect(meta(html, 'og:url')).toBe(ORIGIN + path);
    expect(meta(html, 'og:image')).toBe(`${ORIGIN}/assets/cards/${card}.png`);
    expect(meta(html, 'og:site_name')).toBe('Spring Academy');
    for (const name of ['og:title', 'og:description', 'og:image:alt', 'description'])
      expect(meta(html, name)).toMatch(/\S/);
    expect(meta(html, 'twitter:card')).toBe('summary_large_image');
    expect(html).toContain('<html lang="en"');
  });

  test.each(PAGES)('of %s is in the words of schema.org, with absolute addresses, and small', async (path) => {
    const html = await page(path);
    for (const { '@type': type, ...properties } of everyThing(things(html))) {
      const known = VOCABULARY[type]?.split(' ') ?? [];
      expect(known, type).toEqual(expect.arrayContaining(Object.keys(properties)));
      for (const name of ['url', 'image', 'item', 'logo'])
        if (properties[name] !== undefined) expect(properties[name]).toMatch(/^https:\/\/spring\.example\.org\//);
    }
    expect(gzipSync(block(html) ?? '').length).toBeLessThan(1_000);
  });

  test('of a course is what its page shows', async () => {
    const [course] = things(await page('/courses/rest'));
    expect(course).toMatchObject({
      name: 'Build a <REST> API',
      timeRequired: 'PT15M',
      isAccessibleForFree: true,
      offers: { category: 'Free' },
      hasCourseInstance: { courseMode: 'Online', instructor: [{ name: 'Ann Example' }] },
    });
    const pro = (name: string, reply: object) => (name === 'getCourse' ? { ...reply, locked: 'pro' } : reply);
    expect(things(await page('/courses/rest', '', pro))[0]).toMatchObject({
      isAccessibleForFree: false,
      offers: { category: 'Subscription' },
    });
  });

  test('of a lesson holds its summary, never its text', async () => {
    const html = await page('/courses/rest/lessons/first');
    expect(meta(html, 'description')).toBe('Summary');
    expect(block(html)).not.toContain('Text of the lesson');
  });

  test('keeps unlisted and personal pages and tools out of search engines, without details', async () => {
    const unlisted = (_: string, reply: object) => ({ ...reply, status: 'unlisted', courseStatus: 'unlisted' });
    const hidden: [string, typeof unlisted?][] = [
      ['/courses/rest', unlisted],
      ['/courses/rest/lessons/first', unlisted],
      ['/guides/guide-0', unlisted],
      ['/paths/route', unlisted],
      ['/instructors/ann', unlisted],
      ['/unlisted'],
      ['/auth'],
      ['/admin'],
      ['/account'],
      ['/alerts'],
      ['/courses/rest/conclusion'],
      ['/courses/rest/lessons/second/knowledge-check'],
      ['/courses/rest/lessons/first/lab'],
      ['/guides/guide-1/lab'],
      ['/courses/nope'],
    ];
    for (const [path, change] of hidden) {
      const html = await page(path, '', change);
      expect([path, robots(html)]).toEqual([path, 'noindex']);
      expect(block(html)).toBeUndefined();
      expect(html).not.toContain('og:');
    }
  });

  test('counts a filtered list as the whole, and each of its pages separately', async () => {
    expect(canonical(await page('/courses', 'topic=java&level=beginner'))).toBe(`${ORIGIN}/courses`);
    expect(canonical(await page('/guides', 'page=2'))).toBe(`${ORIGIN}/guides?page=2`);
    expect(canonical(await page('/guides', 'page=2&q=Guide'))).toBe(`${ORIGIN}/guides`);
    expect(canonical(await page('/courses/', 'utm_source=x'))).toBe(`${ORIGIN}/courses`);
  });

  test('gives a card another address when its picture is another one', async () => {
    const thumbnail = `/assets/content/0123abcd${'5'.repeat(56)}.png`;
    const pictured = (name: string, reply: object) => (name === 'getCourse' ? { ...reply, thumbnail } : reply);
    const html = await page('/courses/rest', '', pictured);
    expect(meta(html, 'og:image')).toBe(`${ORIGIN}/assets/cards/courses/rest.png?v=0123abcd`);
  });

  test.each([
    '</script><script>alert(1)</script>',
    ']]> & "quoted" \'single\' <b>',
    `${'A title of many words '.repeat(14)}`,
    '\u2028\u2029 العربية',
  ])('cannot be broken by the title %s', async (title) => {
    const titled = (_: string, reply: object) => ({ ...reply, title, courseTitle: title, description: title });
    for (const path of ['/courses/rest', '/courses/rest/lessons/first']) {
      const html = await page(path, '', titled);
      expect(html).not.toContain('<script>alert');
      expect(block(html)).not.toContain('<');
      expect((things(html)[0] as unknown as Course & { name: string }).name).toBe(title);
      expect(meta(html, 'og:title')).toBeDefined();
      expect((meta(html, 'description') ?? '').length).toBeLessThan(400);
    }
  });
});
