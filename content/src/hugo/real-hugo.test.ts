import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from '@academy/contract/findings';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildItem } from '../build.ts';
import type { BuiltCourse, BuiltItem } from '../built-item.ts';
import { findItems, loadItem } from '../find-items.ts';
import { packItem, unpackItem } from '../pack.ts';

/** Real content is available beside the repository on some machines only. */
const DATA = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const isThere = existsSync(DATA);
if (!isThere) process.stderr.write('real-hugo.test.ts: skipped, ../shared/data is not there\n');

interface Published {
  items: BuiltItem[];
  findings: Finding[];
  refused: string[];
}

/** Publishes a site: found, read, packed, unpacked and built, as between command and server. */
async function publish(folder: string, tenantId: 'kube' | 'tanzu'): Promise<Published> {
  const published: Published = { items: [], findings: [], refused: [] };
  for (const found of await findItems(['instructor', 'course', 'guide', 'path'], path.join(DATA, folder))) {
    const { item, findings } = await loadItem(found, { tenantId, tenants: ['spring', 'kube', 'tanzu'], variables: {} });
    if (item === null) throw new Error(JSON.stringify(findings));
    const { files, options } = await unpackItem(await packItem(item));
    const result = await buildItem(found.kind, files, { ...options, tenantId });
    published.findings.push(...result.findings);
    if (result.refused) published.refused.push(`${found.kind} ${found.file}`);
    else published.items.push(result.item);
    if (!result.refused) expect(result.item.id).toBe(item.id);
  }
  return published;
}

function count(codes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** All HTML of an item without its code, which may contain anything. */
function outsideCode(item: BuiltItem): string {
  return JSON.stringify(item).replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');
}

function expectClean(items: readonly BuiltItem[]): void {
  for (const item of items) {
    const html = outsideCode(item);
    expect(html).not.toMatch(/\{\{(?:<|&lt;|%)/);
    expect(html).not.toMatch(/ style=|<script|<iframe|\ue000|\ue001/);
  }
}

describe.runIf(isThere)('the real Hugo course', () => {
  let published: Published;
  beforeAll(async () => {
    published = await publish('amcginlay/k8s-primer', 'kube');
  }, 60_000);

  test('is one course of 12 chapters with 10 knowledge checks and the appendix', () => {
    const [course, ...others] = published.items as BuiltCourse[];
    expect(others).toEqual([]);
    expect(course?.id).toBe('kube-k8s-primer');
    const lessons = course?.lessons ?? [];
    expect(count(lessons.map(({ type }) => type))).toEqual({ article: 33, 'knowledge-check': 10, module: 1 });
    expect(lessons.filter(({ parentId }) => parentId !== null)).toHaveLength(21);
    expect(lessons.find(({ type }) => type === 'module')?.lessonId).toBe('kube-k8s-primer--appendix');
    const questions = lessons.flatMap(({ knowledgeCheck }) => knowledgeCheck?.questions ?? []);
    expect(questions).toHaveLength(41);
    expect(questions.every(({ description, hint }) => description !== '' && hint !== null)).toBe(true);
    expectClean(published.items);
  });

  test('reports only the sorting question and the missing image', () => {
    const wrong = published.findings.filter(({ severity }) => severity !== 'warning');
    expect(wrong.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
      'content/014_linux_namespaces/_index.md:34 image-missing',
      'content/027_daemonsets/_index.md:376 quiz-no-options',
    ]);
    expect(published.findings.filter(({ code }) => /^(?:shortcode|link-missing|anchor)/.test(code))).toEqual([]);
  });

  test('has all its steps, outputs, boxes, columns and drawings', () => {
    const html = published.items.map((item) => JSON.stringify(item)).join();
    const times = (text: string) => html.split(text).length - 1;
    expect(times('<div class=\\"step\\">')).toBe(237);
    expect(times('code-language\\">Output<')).toBe(188);
    expect(times('data-language=\\"mermaid\\"')).toBe(63);
    expect(times('<div class=\\"columns\\">')).toBe(42);
    expect(times('<div class=\\"column\\">')).toBe(88);
    // One has groups without content and is shown as source.
    expect(times('alt=\\"Diagram: ')).toBe(62);
    expect(times('<details>')).toBe(18 + 62);
    expect(times('<div class=\\"alert alert-')).toBe(85);
  });

  test('keeps the words of the link that is not one', () => {
    const lesson = (published.items[0] as BuiltCourse).lessons.find(({ slug }) => slug === 'anatomy_of_a_process');
    expect(lesson?.body.html).toContain('Windows CMD sessions');
  });
});

describe.runIf(isThere)('the real Hugo portal', () => {
  let published: Published;
  beforeAll(async () => {
    published = await publish('vmware-tanzu/tanzu-dev-portal', 'tanzu');
  }, 120_000);

  test('contains 126 guides, 27 labs, 25 authors, 11 paths and 11 courses', () => {
    expect(published.refused).toEqual([]);
    const kinds = published.items.map((item) => (item.kind === 'guide' ? `guide ${item.data.type}` : item.kind));
    expect(count(kinds)).toEqual({ instructor: 25, course: 11, 'guide article': 126, 'guide lab': 27, path: 11 });
    const courses = published.items.filter((item) => item.kind === 'course');
    expect(courses.flatMap(({ lessons }) => lessons)).toHaveLength(93);
    const paths = published.items.filter((item) => item.kind === 'path');
    expect(paths.map(({ data }) => data.steps.map(({ id }) => id))).toEqual(paths.map(({ id }) => [id]));
    expect(courses.map(({ slug }) => slug).sort()).toEqual(paths.map(({ slug }) => slug).sort());
    const minutes = courses.map(({ lessons }) => lessons.reduce((sum, { data }) => sum + data.duration, 0) / 60);
    expect(Math.max(...minutes)).toBe(1800);
    expect(minutes.every((time) => time > 0)).toBe(true);
    expectClean(published.items);
  });

  test('hidden and draft labs are unlisted', () => {
    const labs = published.items.filter((item) => item.kind === 'guide' && item.data.type === 'lab');
    expect(count(labs.map(({ status }) => status))).toEqual({ live: 16, unlisted: 11 });
  });

  test('missing parts are reported, and everything is published all the same', () => {
    const codes = count(published.findings.map(({ severity, code }) => `${severity} ${code}`));
    expect(codes).toMatchObject({ 'error content-page-missing': 4, 'warning link-missing': 74 });
    expect(
      Object.keys(codes)
        .filter((code) => code.startsWith('error'))
        .sort(),
    ).toEqual(['error content-page-missing', 'error image-missing']);
    const unknown = published.findings.filter(({ code }) => code === 'instructor-unknown');
    expect(new Set(unknown.map(({ message }) => message)).size).toBe(26);
  });

  test('links between pages lead to our pages', () => {
    const places = new Set(published.items.flatMap((item) => item.search.map((entry) => entry.path)));
    for (const { slug, kind } of published.items) if (kind === 'path') places.add(`/paths/${slug}`);
    const links = published.items.flatMap((item) => [
      ...JSON.stringify(item).matchAll(/<a href=\\"(\/(?!assets)[^"#\\]*)/g),
    ]);
    expect(links.length).toBeGreaterThan(150);
    for (const [, link] of links) expect(places).toContain(link);
  });
});
