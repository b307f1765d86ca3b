import { join, relative } from 'node:path';
import { buildItem } from '@academy/content/build';
import type { BuiltItem } from '@academy/content/built-item';
import type { CheckedItem } from '@academy/content/checks/catalogue/checked-item';
import { checkCatalogue } from '@academy/content/checks/catalogue/index';
import { FINDABLE_KINDS, findItems, loadItem } from '@academy/content/find-items';
import { beforeAll, describe, expect, it } from 'vitest';
import { files, ROOT, TENANTS } from './sample-files.ts';

interface Built {
  place: string;
  item: BuiltItem | null;
  assets: number;
  findings: string[];
}

async function buildAll(tenantId: string): Promise<{ built: Built[]; checked: CheckedItem[] }> {
  const built: Built[] = [];
  const checked: CheckedItem[] = [];
  for (const found of await findItems(FINDABLE_KINDS, join(ROOT, tenantId))) {
    const place = relative(ROOT, join(found.root, found.file));
    const loaded = await loadItem(found, { tenantId, tenants: TENANTS, variables: {} });
    if (loaded.item === null) throw new Error(`${place} was not read`);
    const { kind, files: sources, options } = loaded.item;
    const result = await buildItem(kind, sources, { ...options, tenantId });
    const findings = [...loaded.findings, ...result.findings].map(({ file, line, code }) => `${file}:${line} ${code}`);
    if (!result.refused) {
      const { item, links } = result;
      checked.push({ tenantId, item, links, files: sources, file: options.file });
    }
    built.push({
      place,
      item: result.refused ? null : result.item,
      assets: result.refused ? 0 : result.assets.length,
      findings,
    });
  }
  return { built, checked };
}

describe.each(TENANTS)('publishing the sample academy of %s', (tenant) => {
  let built: Built[] = [];
  let checked: CheckedItem[] = [];
  beforeAll(async () => {
    ({ built, checked } = await buildAll(tenant));
  }, 60_000);
  const of = <K extends BuiltItem['kind']>(kind: K) =>
    built.flatMap(({ item }) => (item?.kind === kind ? [item as Extract<BuiltItem, { kind: K }>] : []));

  it('builds every item of every kind without a finding', () => {
    for (const { place, item, findings } of built) {
      expect(findings, place).toEqual([]);
      expect(item, place).not.toBeNull();
    }
    const kinds = new Set(built.map(({ item }) => item?.kind));
    expect(kinds).toEqual(new Set(['tags', 'instructor', 'page', 'workshop', 'course', 'guide', 'test', 'path']));
  });

  it('has no item that names something which is not there', () => {
    expect(checkCatalogue(checked).flat()).toEqual([]);
  });

  it('renders every article with headings, code and pictures', () => {
    for (const { item, assets } of built) {
      if (item?.kind !== 'course') continue;
      const articles = item.lessons.filter(({ type }) => type === 'article');
      for (const { lessonId, body, data } of articles) {
        expect(body.headings.length, lessonId).toBeGreaterThanOrEqual(2);
        // Outside code, no notation of Markdown or of a shortcode is left.
        const words = body.html?.replace(/<(pre|code)>?[\s\S]*?<\/\1>/g, '');
        expect(words, lessonId).not.toMatch(/@@@|!\[|\*\*|^\|/m);
        expect(data.duration, lessonId).toBeGreaterThanOrEqual(180);
      }
      expect(articles.some(({ body }) => body.html?.includes('<img'))).toBe(assets > 0);
    }
  });

  it('shows guides by their type: a text, a film with captions, a lab', () => {
    for (const { slug, data, body } of of('guide')) {
      if (data.type === 'article') expect(body.headings.length, slug).toBeGreaterThanOrEqual(3);
      if (data.type === 'video') expect(body.video?.tracks, slug).toHaveLength(1);
      if (data.type === 'lab')
        expect([body.lab?.workshop, body.preview], slug).toEqual([expect.any(String), expect.any(String)]);
    }
  });

  it('shows films inside courses with captions and a transcript', () => {
    for (const { lessons } of of('course'))
      for (const { lessonId, type, body } of lessons) {
        if (type !== 'video') continue;
        expect(body.video, lessonId).toMatchObject({ provider: 'file', tracks: [{}] });
        expect(body.transcript, lessonId).toEqual(expect.any(String));
      }
  });

  it('has knowledge checks that teach and that can be passed', () => {
    const checks = of('course').flatMap(({ lessons }) => lessons.flatMap(({ knowledgeCheck }) => knowledgeCheck ?? []));
    expect(checks).toHaveLength(1);
    for (const check of checks) {
      expect(check.questions).toHaveLength(5);
      expect(check.asked).toBe(5);
      expect(check.passingGrade).toBe(80);
      expect(new Set(check.questions.map(({ type }) => type))).toEqual(new Set(['single-check', 'multi-check']));
      expect(check.questions.some(({ hint }) => hint !== null)).toBe(true);
      expect(check.questions.filter(({ explanation }) => explanation !== null).length).toBeGreaterThanOrEqual(3);
      const options = check.questions.flatMap((question) => question.options);
      expect(options.some(({ html }) => html.includes('<pre'))).toBe(true);
      expect(options.some(({ comment }) => comment !== null)).toBe(true);
      for (const question of check.questions) {
        const right = question.options.filter(({ isCorrect }) => isCorrect).length;
        expect(right).toBeGreaterThan(0);
        expect(right).toBeLessThan(question.options.length);
      }
    }
  });

  it('has labs of three or four pages, every action of which is known', () => {
    const used = new Set<string>();
    for (const { slug, body } of of('workshop')) {
      expect(body.pages.length, slug).toBeGreaterThanOrEqual(3);
      for (const page of body.pages) {
        expect(page.title, `${slug}/${page.name}`).not.toBe('');
        expect(
          page.actions.every(({ known }) => known),
          `${slug}/${page.name}`,
        ).toBe(true);
        for (const { name } of page.actions) used.add(name);
        const words = page.html.replace(/<(pre|code)>?[\s\S]*?<\/\1>/g, '');
        expect(words, `${slug}/${page.name}`).not.toMatch(/\{\{|```/);
      }
    }
    const wanted = ['terminal:execute', 'editor:open-file', 'section:begin', 'examiner:execute-test', 'workshop:copy'];
    expect([...used]).toEqual(expect.arrayContaining(wanted));
  });

  it('leaves no file behind that belongs to nothing', () => {
    const places = built.map(({ place }) => place.replace(/[^/]+$/, ''));
    // A lab's item lies in the folder of its definition or above it.
    const roots = places.map((place) => place.replace(/resources\/$/, ''));
    const lost = files.filter((file) => file.startsWith(`${tenant}/`) && !roots.some((root) => file.startsWith(root)));
    expect(lost).toEqual([]);
  });
});
