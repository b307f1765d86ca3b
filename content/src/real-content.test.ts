import { LessonItemSchema, VideoSchema } from '@academy/contract/lessons';
import type { ContentKind } from '@academy/contract/publishing';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { brief } from './testing/content.ts';
import { htmlOf, isThere, isWhole, publish, publishOne } from './testing/real-content.ts';

const KINDS: readonly ContentKind[] = ['tags', 'instructor', 'page', 'course', 'guide', 'test', 'path'];

interface Repository {
  folder: string;
  items: Partial<Record<ContentKind, number>>;
  lessons?: number;
  /** How often each finding occurs; others must not. */
  findings: Record<string, number>;
  /** Read by every test run, not by the complete one only. */
  sample?: true;
}

const REPOSITORIES: readonly Repository[] = [
  {
    folder: 'spring-academy/course-spring-brasb-build-a-rest-api',
    ...{ items: { course: 1 }, lessons: 20, findings: { 'image-remote': 8 } },
  },
  {
    folder: 'spring-academy/course-secure-rest-api-oauth2',
    ...{ items: { course: 1 }, lessons: 27, findings: { 'image-remote': 10, 'heading-skips': 1 } },
  },
  {
    folder: 'spring-academy/course-spring-academy-sample',
    ...{ items: { course: 1 }, lessons: 10, findings: { 'image-remote': 2 }, sample: true },
  },
  {
    folder: 'spring-academy/course-spring-batch-essentials',
    ...{ items: { course: 1 }, lessons: 24, findings: { 'image-remote': 10 } },
  },
  {
    folder: 'spring-academy/course-spring-boot-2-5-to-2-7-upgrade',
    ...{ items: { course: 1 }, lessons: 21, findings: { 'image-remote': 3 } },
  },
  {
    folder: 'spring-academy/course-spring-boot-2-7-to-3-1-upgrade',
    ...{ items: { course: 1 }, lessons: 21, findings: { 'image-remote': 3 } },
  },
  {
    folder: 'spring-academy/course-spring-boot-native',
    ...{ items: { course: 1 }, lessons: 5, findings: { 'image-remote': 5 }, sample: true },
  },
  {
    folder: 'spring-academy/course-spring-professional',
    ...{ items: { course: 2, page: 5 }, lessons: 52 },
    findings: { 'image-remote': 38, 'link-http': 1, 'video-transcript': 2 },
  },
  {
    folder: 'spring-academy/spring-academy-meta',
    ...{ items: { tags: 1, instructor: 20, page: 3, test: 1, path: 1 }, sample: true },
    findings: { 'image-remote': 20, 'link-http': 2, 'heading-skips': 1 },
  },
  { folder: 'spring-academy/spring-engineering-guides', items: { guide: 4 }, findings: {} },
  { folder: 'spring-academy/spring-enterprise-guides', items: { guide: 3 }, findings: {} },
  { folder: 'spring-academy/spring-guides', items: { guide: 7 }, findings: {}, sample: true },
  {
    folder: 'spring-academy/spring-tdc-guides',
    ...{
      items: { guide: 22 },
      findings: { 'image-remote': 79, 'link-http': 9, 'link-reversed': 1, 'heading-skips': 1 },
    },
  },
  {
    folder: 'tanzu-academy/course-scamper-rabbitmq-icm',
    ...{ items: { course: 1 }, lessons: 45, findings: { 'image-remote': 1, 'video-transcript': 1 } },
  },
  {
    folder: 'vmware-tanzu-learning/guides-holly-kube-academy',
    ...{ items: { guide: 6 }, findings: { 'image-remote': 70, 'heading-skips': 1 } },
  },
];

/** The texts without their code, which may contain anything. */
function outsideCode(text: string): string {
  return text.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');
}

function counted<T>(list: readonly T[], key: (entry: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const entry of list) counts[key(entry)] = (counts[key(entry)] ?? 0) + 1;
  return counts;
}

describe.runIf(isThere)('real content', () => {
  test('is 10 courses, 42 guides and 33 further items', () => {
    const all: Record<string, number> = {};
    for (const { items } of REPOSITORIES) {
      for (const [kind, count] of Object.entries(items)) all[kind] = (all[kind] ?? 0) + count;
    }
    expect(all).toEqual({ course: 10, guide: 42, path: 1, test: 1, page: 8, instructor: 20, tags: 1 });
  });

  test.each(REPOSITORIES.filter(({ sample }) => isWhole || sample))(
    '$folder is published unchanged',
    async ({ folder, items, lessons, findings }) => {
      const published = await publish(folder, KINDS);
      expect(counted(published, ({ kind }) => kind)).toEqual(items);
      expect(
        counted(
          published.flatMap(({ result }) => result.findings),
          ({ code }) => code,
        ),
      ).toEqual(findings);
      const built = published.flatMap(({ result }) => (result.refused ? [] : [result.item]));
      expect(built).toHaveLength(published.length);
      for (const item of built) {
        for (const text of htmlOf(item)) {
          expect(text).not.toMatch(/ style=|<script|<iframe|\ue000|\ue001/);
          expect(outsideCode(text)).not.toMatch(/@@@|\$\{/);
        }
      }
      const courses = built.filter((item) => item.kind === 'course');
      expect(courses.flatMap((course) => course.lessons).filter(({ type }) => type !== 'module')).toHaveLength(
        lessons ?? 0,
      );
      for (const course of courses) {
        const slugs = course.lessons.map(({ slug }) => slug);
        expect(new Set(slugs).size).toBe(slugs.length);
      }
    },
  );

  test('each lesson of a real course has the shape that the contract promises', async () => {
    const { item: course } = await publishOne('spring-academy/course-spring-brasb-build-a-rest-api', 'course');
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

  test('the sample course shows shortcodes in fences unchanged, and others rendered', async () => {
    const { item: course } = await publishOne('spring-academy/course-spring-academy-sample', 'course');
    const html = course.lessons[0]?.body.html ?? '';
    for (const name of ['conditional-cta', 'figure', 'alert', 'embed', 'checks'])
      expect(html).toContain(`<code>@@@${name}`);
    expect(html.match(/class="alert alert-/g)).toHaveLength(4);
    expect(html).toContain('<ul class="checks">');
    expect(html).toContain('<div class="video-embed" data-provider="vimeo" data-video-id="604188452"');
    expect(html).toContain('<a class="cta-link" href="#c-modal-foo-bar"');
  });

  test('all instructors are published, with https links only and without pictures of other hosts', async () => {
    const results = await publish('spring-academy/spring-academy-meta', ['instructor']);
    expect(results).toHaveLength(20);
    for (const { result } of results) {
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
    const [one, two] = [await publish(folder, ['course']), await publish(folder, ['course'])];
    expect(one).toEqual(two);
  });
});
