import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { USUAL_PAGE_SIZE } from '@academy/contract/constants';
import { listCourses } from '@academy/contract/courses';
import type { WebEntry } from '@academy/contract/web-entry';
import { tenant } from '@academy/tenants/spring/tenant';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../testing/catalogue.ts';
import { runtimeAt } from '../testing/runtime.ts';

const entry = fileURLToPath(new URL('../dist/server/entry-server.js', import.meta.url));
const built = existsSync(entry);
if (!built) console.warn('The web has not been built: its long pages are not tested. Build it with ./academy build.');
const web: WebEntry = built ? await import(/* @vite-ignore */ entry) : ({} as WebEntry);

/** Most elements, files to ask for, and gzip bytes without styles: what the browser works for grows with them. */
interface Limits {
  elements: number;
  files: number;
  bytes: number;
}
const LIST: Limits = { elements: 1_000, files: 16, bytes: 26_000 };
// Without modules all lessons are there; with modules those of the open one.
const COURSE: Limits = { elements: 6_600, files: 21, bytes: 25_000 };
const COURSE_OF_MODULES: Limits = { elements: 1_300, files: 21, bytes: 20_000 };
const LESSON: Limits = { elements: 4_500, files: 23, bytes: 21_500 };
const LESSON_OF_MODULES: Limits = { elements: 1_500, files: 23, bytes: 18_500 };

type Reply = Readonly<Record<string, unknown>>;

/** A page whose replies were altered, and the calls that it made. */
async function page(path: string, search: string, change: (name: string, reply: Reply, query: Reply) => object) {
  const calls: string[] = [];
  const origin = 'http://spring.localhost:3000';
  const { config } = runtimeAt(origin, tenant);
  const { html } = await web.renderPage({
    ...{ path, search, origin, tenant, config, correlationId: 'c' },
    call: async ({ name }, input) => {
      calls.push(name);
      return change(name, catalogue(name, input) as Reply, (input as { query?: Reply }).query ?? {}) as never;
    },
  });
  return { html, calls };
}

/** A reply with 600 lessons in the place of few. @param ofModule how many a module has; 0: there are no modules */
function withLessons(reply: Reply, ofModule: number): Reply {
  const [first] = (reply.lessons ?? []) as readonly Reply[];
  if (first === undefined) return reply;
  const lessons = Array.from({ length: 600 }, (_, index) => {
    const name = index === 0 ? {} : { lessonId: `l${index}`, slug: `l${index}` };
    const lesson = { ...first, ...name, title: `Lesson number ${index + 1}` };
    if (ofModule === 0) return [lesson];
    const lessonId = `m${Math.floor(index / ofModule)}`;
    const module = { ...first, lessonId, slug: lessonId, title: `Module ${lessonId}`, type: 'module' };
    return [...(index % ofModule === 0 ? [module] : []), { ...lesson, parentId: lessonId }];
  });
  return { ...reply, lessons: lessons.flat() };
}

/** A page of a list of 10,000 courses, as the server replies. */
function manyCourses(reply: Reply, { pageNumber = 0 }: Reply): Reply {
  const courses = (reply.courses as readonly Reply[]).slice(0, USUAL_PAGE_SIZE).map((course, index) => {
    const slug = `c${Number(pageNumber) * USUAL_PAGE_SIZE + index}`;
    return { ...course, courseId: slug, slug, title: `Course ${slug}` };
  });
  return { ...reply, courses, totalElements: 10_000 };
}

function expectSmall(html: string, max: Limits): void {
  // The files of inlined styles are named without being asked for.
  const files = new Set(html.match(/(?:src|href)="\/assets\/[^"]+"(?! disabled)/g)).size;
  const bytes = gzipSync(html.replace(/<style[\s\S]*?<\/style>/g, '')).length;
  const elements = html.match(/<[a-z]/g)?.length ?? 0;
  expect(elements).toBeLessThan(max.elements);
  expect(files).toBeLessThan(max.files);
  expect(bytes).toBeLessThan(max.bytes);
}

describe.skipIf(!built)('a course of 600 lessons', () => {
  test.each([
    ['/courses/rest', 0, COURSE],
    ['/courses/rest', 20, COURSE_OF_MODULES],
    ['/courses/rest/lessons/first', 0, LESSON],
    ['/courses/rest/lessons/first', 20, LESSON_OF_MODULES],
  ])('has small pages: %s with %i lessons in a module', async (path, ofModule, max) => {
    const short = await page(path, '', (_, reply) => reply);
    const { html, calls } = await page(path, '', (_, reply) => withLessons(reply, ofModule));
    expect(calls).toEqual(short.calls);
    expect(html).toContain('Lesson number 600');
    expectSmall(html, max);
  });

  test('leads into its closed modules without scripts', async () => {
    for (const path of ['/courses/rest', '/courses/rest/lessons/first']) {
      const { html } = await page(path, '', (_, reply) => withLessons(reply, 20));
      expect(html).toContain('href="/courses/rest/lessons/l19"');
      expect(html).toContain('href="/courses/rest/lessons/l580"');
      expect(html).not.toContain('href="/courses/rest/lessons/l581"');
      expect(html).toContain('and 19 more');
    }
  });
});

test.skipIf(!built)('a list of 10,000 courses shows one page, and links to the others', async () => {
  const { html, calls } = await page('/courses', 'page=2', (name, reply, query) =>
    name === listCourses.name ? manyCourses(reply, query) : reply,
  );
  expect(calls.filter((name) => name === listCourses.name)).toHaveLength(2);
  expect(html.match(/<article/g)).toHaveLength(USUAL_PAGE_SIZE);
  expect(html).toContain('Course c24');
  expect(html).toMatch(/<a [^>]*href="\/courses" rel="prev"/);
  expect(html).toMatch(/<a [^>]*href="\/courses\?page=3" rel="next"/);
  expectSmall(html, LIST);
});
