import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildItem } from '@academy/content/build';
import { readFolder } from '@academy/content/source-files';
import { describe, expect, it } from 'vitest';
import { samplePeople } from './people.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const TENANTS = ['spring', 'kube', 'tanzu'];

const files = TENANTS.flatMap((tenant) =>
  readdirSync(join(ROOT, tenant), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
);
const named = (...names: string[]) => files.filter((file) => names.includes(file.split('/').at(-1) ?? ''));
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const json = (file: string): Record<string, unknown> => JSON.parse(text(file));

const courses = named('course.json', 'course.template.json');
const lessons = named('lesson.json');

/** Markdown without its code fences, in which nothing is meant as it stands. */
function prose(markdown: string): string {
  let fence = '';
  return markdown
    .split('\n')
    .filter((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (fence === '' && mark !== '') fence = mark;
      else if (fence !== '' && line.trim() === fence) fence = '';
      else return fence === '';
      return false;
    })
    .join('\n');
}

describe('the sample academy', () => {
  it('has at least two courses and two instructors for every tenant', () => {
    for (const tenant of TENANTS) {
      expect(courses.filter((file) => file.startsWith(`${tenant}/`)).length).toBeGreaterThanOrEqual(2);
      expect(named('instructor.json').filter((file) => file.startsWith(`${tenant}/`))).toHaveLength(2);
    }
  });

  it('shows every kind of lock: open, signed in, Pro, and inherited', () => {
    const lists = lessons.map((file) => JSON.stringify(json(file).entitlements));
    expect(new Set(lists)).toEqual(new Set(['[]', '["auth"]', '["pro"]', undefined]));
  });

  it('has readable ids that begin with the tenant and occur once', () => {
    for (const kind of [[...courses, ...lessons, ...named('module.json')], named('instructor.json')]) {
      const ids = kind.map((file) => ({ id: String(json(file).id), tenant: file.split('/')[0] }));
      for (const { id, tenant } of ids) expect(id).toMatch(new RegExp(`^${tenant}-[a-z0-9-]+$`));
      expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
    }
  });

  it('names instructors who exist', () => {
    const ids = named('instructor.json').map((file) => json(file).id);
    for (const course of courses) expect(ids).toEqual(expect.arrayContaining(json(course).instructors as string[]));
  });

  it('gives every lesson a description, a recap and a text with headings for "On this page"', () => {
    for (const lesson of lessons) {
      const folder = lesson.replace(/lesson\.json$/, '');
      expect(text(`${folder}description.md`).split(/\s+/).length, folder).toBeLessThan(50);
      expect(text(`${folder}summary.md`).trim(), folder).not.toBe('');
      const body = prose(text(`${folder}${json(lesson).type === 'lab' ? 'preview.md' : 'content.md'}`));
      expect(body, folder).toMatch(/^## \S/m);
      expect(body, folder).not.toMatch(/^# /m);
    }
  });

  it('finds every picture beside the lesson, described and with its size', () => {
    const pictures: string[] = [];
    for (const file of files.filter((name) => name.endsWith('.md'))) {
      for (const [, alt, target] of prose(text(file)).matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)) {
        expect(alt, file).toMatch(/\w+ \w+/);
        const picture = join(file, '..', target ?? '');
        expect(text(picture)).toMatch(/^<svg [^>]*width="\d+" height="\d+" viewBox="/);
        pictures.push(picture);
      }
    }
    expect(pictures.sort()).toEqual(files.filter((name) => name.endsWith('.svg')).sort());
  });

  it('links only to lessons and courses of the same tenant', () => {
    const addresses = new Set<string>();
    for (const lesson of lessons) {
      const [tenant, , folder] = lesson.split('/');
      const course = courses.find((file) => file.startsWith(`${tenant}/courses/${folder}/`)) ?? '';
      addresses.add(`${tenant}/courses/${json(course).slug}`);
      addresses.add(`${tenant}/courses/${json(course).slug}/lessons/${json(lesson).slug}`);
    }
    for (const file of files.filter((name) => name.endsWith('.md'))) {
      for (const [, target] of prose(text(file)).matchAll(/\]\(\/(courses\/[^)]+)\)/g)) {
        expect(addresses, file).toContain(`${file.split('/')[0]}/${target}`);
      }
    }
  });
});

describe('publishing the sample academy', () => {
  async function build(file: string) {
    const { files: source, findings } = await readFolder(join(ROOT, dirname(file)));
    const kind = basename(file) === 'instructor.json' ? 'instructor' : 'course';
    const tenantId = file.split('/')[0] ?? '';
    const result = await buildItem(kind, source, { file: basename(file), variables: {}, tenantId });
    return { result, findings: [...findings, ...result.findings] };
  }

  it.each([...courses, ...named('instructor.json')])('builds %s without a finding', async (file) => {
    const { result, findings } = await build(file);
    expect(findings).toEqual([]);
    expect(result.refused).toBe(false);
  });

  it.each(courses)('renders every lesson of %s with headings, code and pictures', async (file) => {
    const { result } = await build(file);
    if (result.refused || result.item.kind !== 'course') throw new Error('was not built');
    const articles = result.item.lessons.filter(({ type }) => type === 'article');
    for (const { lessonId, body, data } of articles) {
      expect(body.headings.length, lessonId).toBeGreaterThanOrEqual(2);
      // Outside code, no notation of Markdown or of a shortcode is left over.
      const words = body.html?.replace(/<(pre|code)>?[\s\S]*?<\/\1>/g, '');
      expect(words, lessonId).not.toMatch(/@@@|!\[|\*\*|^\|/m);
      expect(data.duration, lessonId).toBeGreaterThanOrEqual(180);
    }
    expect(articles.some(({ body }) => body.html?.includes('<img'))).toBe(result.assets.length > 0);
  });
});

describe('the sample people', () => {
  it('are a learner, a Pro member and an administrator', () => {
    expect(samplePeople.map(({ role, email }) => [role, email])).toEqual([
      ['learner', 'learner@example.org'],
      ['pro', 'pro@example.org'],
      ['admin', 'admin@example.org'],
    ]);
  });
});
