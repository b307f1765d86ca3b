import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { samplePeople } from './people.ts';
import { files, json, named, prose, ROOT, TENANTS, tenantOf, text } from './sample-files.ts';

const COURSE = ['course.json', 'course.template.json'];
const courses = named(COURSE);
const lessons = named('lesson.json');
const folderOf = (file: string) => file.replace(/[^/]+$/, '');

/** A file of a lab; what its own script makes is in its solution. */
const isThere = (lab: string, file: string) =>
  [file, file.replace(/^exercises\//, 'solution/')].some((path) => existsSync(join(ROOT, lab, path)));

describe('the sample academy', () => {
  it.each(TENANTS)('shows every kind of content to the learners of %s', (tenant) => {
    const count = (name: string | string[]) => named(name, tenant).length;
    expect(count(COURSE)).toBe(2);
    expect(count('instructor.json')).toBe(2);
    expect(count('guide.json')).toBeGreaterThanOrEqual(2);
    expect(count('path.json')).toBe(1);
    expect(count('test.json')).toBe(1);
    expect(count('tags.json')).toBe(1);
    expect(named('workshop.yaml', tenant).some((file) => file.includes('/resources/'))).toBe(true);
    const types = named('lesson.json', tenant).map((file) => json(file).type);
    expect(types).toEqual(expect.arrayContaining(['article', 'knowledge-check']));
    const slugs = named('page.json', tenant).map((file) => json(file).slug);
    expect(slugs).toEqual(expect.arrayContaining(['terms', 'privacy', 'faq', 'about']));
  });

  it('has guides to read, to watch and to do, and both layouts of labs', () => {
    expect(new Set(named('guide.json').map((file) => json(file).type))).toEqual(new Set(['article', 'lab', 'video']));
    const hugo = files.filter((file) => file.endsWith('/workshop/config.yaml'));
    const classic = files.filter((file) => file.endsWith('/workshop/workshop.yaml'));
    expect([hugo.length > 0, classic.length > 0]).toEqual([true, true]);
  });

  it('has the pages that the footers lead to', () => {
    for (const tenant of TENANTS) {
      const source = text(`../tenants/${tenant}/tenant.ts`);
      const pages = [...source.matchAll(/href: '\/([a-z-]+)', external: true/g)].map(([, slug]) => slug);
      expect(pages.length).toBeGreaterThan(2);
      expect(named('page.json', tenant).map((file) => json(file).slug)).toEqual(expect.arrayContaining(pages));
    }
  });

  it('shows every kind of lock: open, signed in, Pro, and inherited', () => {
    const lists = lessons.map((file) => JSON.stringify(json(file).entitlements));
    expect(new Set(lists)).toEqual(new Set(['[]', '["auth"]', '["pro"]', undefined]));
    const guides = named('guide.json').map((file) => JSON.stringify(json(file).entitlements));
    expect(new Set(guides)).toEqual(new Set(['[]', '["auth"]']));
  });

  it('has readable ids that begin with the tenant and occur once', () => {
    const kinds = [[...courses, ...lessons, ...named('module.json')]];
    for (const name of ['instructor.json', 'guide.json', 'path.json', 'test.json', 'page.json'])
      kinds.push(named(name));
    for (const kind of kinds) {
      for (const file of kind) expect(json(file).id).toMatch(new RegExp(`^${tenantOf(file)}-[a-z0-9-]+$`));
      expect(new Set(kind.map((file) => json(file).id)).size).toBe(kind.length);
    }
  });

  it('names instructors, courses, tests and labs that exist', () => {
    const idsOf = (name: string | string[]) => named(name).map((file) => String(json(file).id));
    const instructors = idsOf('instructor.json');
    for (const file of [...courses, ...named('guide.json')])
      expect(instructors, file).toEqual(expect.arrayContaining(json(file).instructors as string[]));
    for (const file of named('path.json')) {
      const steps = json(file).steps as { type: string; id: string }[];
      expect(steps.map(({ type }) => type)).toEqual(['course', 'course', 'test']);
      for (const { type, id } of steps) expect(idsOf(type === 'course' ? COURSE : 'test.json'), file).toContain(id);
    }
    const labs = [...lessons, ...named('guide.json')].filter((file) => json(file).type === 'lab');
    const settings = labs.map((file) => json(file).settings as { educates?: string; labUrl?: string });
    expect(settings.filter(({ labUrl }) => labUrl !== undefined)).toHaveLength(1);
    const wanted = settings.flatMap(({ educates }) => educates ?? []);
    const definitions = files.filter((file) => file.endsWith('/resources/workshop.yaml'));
    const known = definitions.map((file) => /^ {2}name: (\S+)$/m.exec(text(file))?.[1]);
    expect(wanted.sort()).toEqual(known.sort());
  });

  it('gives every lesson a description, a recap and a text with headings', () => {
    for (const lesson of lessons) {
      const folder = folderOf(lesson);
      expect(text(`${folder}description.md`).split(/\s+/).length, folder).toBeLessThan(50);
      expect(text(`${folder}summary.md`).trim(), folder).not.toBe('');
      const { type } = json(lesson);
      const body = prose(text(`${folder}${type === 'lab' ? 'preview.md' : 'content.md'}`));
      if (type !== 'knowledge-check') expect(body, folder).toMatch(/^## \S/m);
      expect(body, folder).not.toMatch(/^# /m);
    }
  });

  it('gives guides, paths and tests a short description and a summary', () => {
    for (const file of ['guide.json', 'path.json', 'test.json'].flatMap((name) => named(name))) {
      expect(text(`${folderOf(file)}description.md`).split(/\s+/).length, file).toBeLessThan(50);
      expect(text(`${folderOf(file)}summary.md`).trim(), file).not.toBe('');
    }
    for (const file of named('guide.json').filter((guide) => json(guide).type === 'video')) {
      expect(text(`${folderOf(file)}captions.en.vtt`)).toMatch(/^WEBVTT\n/);
      expect(text(`${folderOf(file)}transcript.md`).trim()).not.toBe('');
    }
  });

  it('finds every picture beside the lesson, described and with its size', () => {
    // A translation shows the pictures of its original.
    const pictures = new Set<string>();
    for (const file of files.filter((name) => name.endsWith('.md'))) {
      for (const [, alt, target] of prose(text(file)).matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)) {
        expect(alt, file).toMatch(/\w+ \w+/);
        const picture = join(file, '..', target ?? '');
        expect(text(picture)).toMatch(/^<svg [^>]*width="\d+" height="\d+" viewBox="/);
        pictures.add(picture);
      }
    }
    expect([...pictures].sort()).toEqual(files.filter((name) => name.endsWith('.svg')).sort());
  });

  it('links only to what the same tenant has', () => {
    const addresses = new Set<string>();
    const add = (tenant: string, path: string) => addresses.add(`${tenant}${path}`);
    for (const tenant of TENANTS)
      for (const screen of ['/courses', '/guides', '/paths', '/instructors', '/contact']) add(tenant, screen);
    for (const file of courses) add(tenantOf(file), `/courses/${json(file).slug}`);
    for (const lesson of lessons) {
      const course = courses.find((file) => lesson.startsWith(folderOf(file))) ?? '';
      add(tenantOf(lesson), `/courses/${json(course).slug}/lessons/${json(lesson).slug}`);
    }
    for (const file of named('guide.json')) add(tenantOf(file), `/guides/${json(file).slug}`);
    for (const file of named('path.json')) add(tenantOf(file), `/paths/${json(file).slug}`);
    for (const file of named('page.json')) add(tenantOf(file), `/${json(file).slug}`);
    for (const file of files.filter((name) => name.endsWith('.md'))) {
      for (const [, target] of prose(text(file)).matchAll(/\]\((\/[^)]+)\)/g))
        expect(addresses, file).toContain(`${tenantOf(file)}${target}`);
    }
  });

  it('has labs whose files and examiner tests are there', () => {
    const pages = files.filter((file) => /\/workshops\/.+\/content\/.+\.md$/.test(file));
    for (const page of pages) {
      const lab = page.slice(0, page.indexOf('/workshop/content/'));
      for (const [, name] of text(page).matchAll(/^```examiner:execute-test\nname: (.+)$/gm))
        expect(existsSync(join(ROOT, lab, 'workshop/examiner/tests', name ?? '')), `${page}: ${name}`).toBe(true);
      // "Append" creates the file when there is none.
      for (const [, action, file] of text(page).matchAll(/^```editor:(.+)\nfile: ~\/(.+)$/gm))
        if (action !== 'append-lines-to-file') expect(isThere(lab, file ?? ''), `${page}: ${file}`).toBe(true);
    }
    expect(pages.length).toBe(45);
  });

  it('is small enough to be published at every first start', () => {
    const size = files.reduce((sum, file) => sum + text(file).length, 0);
    expect(size).toBeLessThan(1024 * 1024);
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
