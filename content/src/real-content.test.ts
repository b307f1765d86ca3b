import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LessonItemSchema, VideoSchema } from '@academy/contract/lessons';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { buildItem } from './build.ts';
import type { BuiltCourse } from './built-item.ts';
import { findItems, loadItem } from './find-items.ts';
import { packItem, unpackItem } from './pack.ts';
import { brief } from './testing/content.ts';

/** Real content lies beside the repository on some machines only. */
const DATA = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const isThere = existsSync(DATA);
if (!isThere) process.stderr.write('real-content.test.ts: skipped, ../shared/data is not there\n');

const load = { tenantId: null, tenants: ['spring', 'kube', 'tanzu'], variables: { GITHUB_SHA: 'abc' } };

/** Publishes what a folder holds: found, read, packed, unpacked and built, as between command and server. */
async function publish(folder: string, kind: 'course' | 'instructor') {
  const results = [];
  for (const found of await findItems([kind], path.join(DATA, folder))) {
    const { item, tenantId, findings } = await loadItem(found, load);
    if (item === null || tenantId === null) throw new Error(JSON.stringify(findings));
    const { files, options } = await unpackItem(await packItem(item));
    results.push(await buildItem(kind, files, { ...options, tenantId }));
  }
  return results;
}

async function publishCourse(folder: string) {
  const [result] = await publish(folder, 'course');
  if (result === undefined || result.refused || result.item.kind !== 'course') throw new Error(JSON.stringify(result));
  return { course: result.item, findings: result.findings };
}

function textsOf(course: BuiltCourse): string[] {
  const bodies = course.lessons.flatMap(({ data, body }) => [data.summary, body.html, body.transcript, body.preview]);
  return [course.data.summary, course.data.conclusion, ...bodies].filter((text) => text !== null);
}

/** The texts without their code, which may hold anything. */
function outsideCode(text: string): string {
  return text.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');
}

const COURSES: readonly [folder: string, lessons: number, findings: Record<string, number>][] = [
  ['spring-academy/course-spring-brasb-build-a-rest-api', 20, { 'image-remote': 8 }],
  ['spring-academy/course-secure-rest-api-oauth2', 27, { 'image-remote': 10 }],
  ['spring-academy/course-spring-academy-sample', 10, { 'image-remote': 2 }],
  ['spring-academy/course-spring-batch-essentials', 24, { 'image-remote': 10 }],
  ['spring-academy/course-spring-boot-2-5-to-2-7-upgrade', 21, { 'image-remote': 3 }],
  ['spring-academy/course-spring-boot-2-7-to-3-1-upgrade', 21, { 'image-remote': 3 }],
  ['spring-academy/course-spring-boot-native', 5, { 'image-remote': 5 }],
  ['tanzu-academy/course-scamper-rabbitmq-icm', 45, { 'image-remote': 1 }],
];

describe.runIf(isThere)('real content', () => {
  test.each(COURSES)('%s is published unchanged', async (folder, lessons, expected) => {
    const { course, findings } = await publishCourse(folder);
    const codes: Record<string, number> = {};
    for (const { code } of findings) codes[code] = (codes[code] ?? 0) + 1;
    expect(codes).toEqual(expected);
    expect(course.lessons.filter(({ type }) => type !== 'module')).toHaveLength(lessons);
    for (const text of textsOf(course)) {
      expect(text).not.toMatch(/ style=|<script|<iframe|\ue000|\ue001/);
      expect(outsideCode(text)).not.toMatch(/@@@|\$\{/);
    }
    const slugs = course.lessons.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  test('each lesson of a real course has the shape that the contract promises', async () => {
    const { course } = await publishCourse('spring-academy/course-spring-brasb-build-a-rest-api');
    const ids = new Set(course.lessons.map(({ lessonId }) => lessonId));
    const Names = v.pick(LessonItemSchema, ['lessonId', 'slug', 'title', 'type', 'orderColumn', 'status', 'parentId']);
    for (const [at, lesson] of course.lessons.entries()) {
      v.parse(Names, lesson);
      v.parse(v.nullable(VideoSchema), lesson.body.video);
      expect(lesson.orderColumn).toBe((at + 1) * 10);
      expect(lesson.parentId === null || ids.has(lesson.parentId)).toBe(true);
      expect(lesson.data.duration).toBeGreaterThan(0);
      if (lesson.type === 'article') {
        expect(lesson.body.html).not.toBeNull();
        expect(lesson.body.readingMinutes).toBeGreaterThan(0);
        for (const { id } of lesson.body.headings) expect(lesson.body.html).toContain(`id="${id}"`);
      }
      if (lesson.type === 'lab') expect(lesson.body).toMatchObject({ html: null, lab: { labType: 'educates' } });
    }
    expect(
      course.lessons.map(({ entitlements, type }) => type !== 'module' && entitlements.join()).slice(0, 3),
    ).toEqual(['', false, 'auth']);
    expect(course.data.thumbnail).toBeNull();
  });

  test('a left-over text of a lab is not published', async () => {
    const { course } = await publishCourse('spring-academy/course-secure-rest-api-oauth2');
    const labs = course.lessons.filter(({ type }) => type === 'lab');
    expect(labs.length).toBeGreaterThan(10);
    expect(labs.every(({ body }) => body.html === null)).toBe(true);
  });

  test('the sample course shows its shortcodes in fences untouched, and the same ones at work', async () => {
    const { course } = await publishCourse('spring-academy/course-spring-academy-sample');
    const html = course.lessons[0]?.body.html ?? '';
    for (const name of ['conditional-cta', 'figure', 'alert', 'embed', 'checks'])
      expect(html).toContain(`<code>@@@${name}`);
    expect(html.match(/class="alert alert-/g)).toHaveLength(4);
    expect(html).toContain('<ul class="checks">');
    expect(html).toContain('<div class="video-embed" data-provider="vimeo" data-video-id="604188452"');
    expect(html).toContain('<a class="cta-link" href="#c-modal-foo-bar"');
  });

  test('two quirky alerts of real courses are read', async () => {
    const { course } = await publishCourse('spring-academy/course-spring-boot-2-7-to-3-1-upgrade');
    const texts = textsOf(course).join();
    expect(texts).toContain(
      '<p class="alert-title">Key Takeaway</p>\n<p>The recommended practice for dependency versions',
    );
    expect(texts).toContain('as part of the <code>Major Release Considerations</code> lesson');
  });

  test('all instructors are published, with https links only and without pictures of other hosts', async () => {
    const results = await publish('spring-academy/spring-academy-meta', 'instructor');
    expect(results).toHaveLength(20);
    for (const result of results) {
      if (result.refused || result.item.kind !== 'instructor') throw new Error(JSON.stringify(result.findings));
      const { data, title } = result.item;
      expect(title).toMatch(/\w \w/);
      expect(data.bio).toMatch(/^<p>/);
      expect(data.avatar).toBeNull();
      for (const url of [data.github, data.linkedin, data.twitter, data.website])
        expect(url ?? 'https://').toMatch(/^https:/);
      for (const line of brief(result.findings))
        expect(line).toMatch(
          /^instructor\.json:\d+ warning (?:image-remote|url-refused)$|^bio\.md:\d+ warning link-http$/,
        );
    }
  });

  test('publishing the same again gives the same hash and the same result', async () => {
    const folder = 'spring-academy/course-spring-boot-native';
    const [one, two] = [await publish(folder, 'course'), await publish(folder, 'course')];
    expect(one).toEqual(two);
  });
});
