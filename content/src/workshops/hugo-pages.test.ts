import { expect, test } from 'vitest';
import { builtLab } from './testing.ts';

const NONE = {
  'workshop/workshop.yaml': undefined,
  'workshop/modules.yaml': undefined,
  'workshop/content/01-start.md': undefined,
};

async function pagesOf(pages: Record<string, string>, config?: string) {
  const files = Object.entries(pages).map(([name, head]) => [`workshop/content/${name}.md`, `---\n${head}\n---\nText`]);
  const { lab, findings } = await builtLab({ ...NONE, ...Object.fromEntries(files), 'workshop/config.yaml': config });
  return { names: lab.body.pages.map(({ name }) => name), titles: lab.body.pages.map(({ title }) => title), findings };
}

test('pages stand in the order of Hugo 0.111.3', async () => {
  const { names, findings } = await pagesOf({
    a: 'title: Zebra',
    b: 'title: Apple',
    c: 'weight: 20\ntitle: B',
    d: 'weight: 20\ntitle: A',
    e: 'weight: 20\ntitle: Z\ndate: 2020-01-01',
    f: 'weight: 20\ntitle: Y\ndate: 2024-01-01',
    g: 'weight: -5',
    h: 'weight: "10"',
  });
  expect(names).toEqual(['g', 'h', 'f', 'e', 'd', 'c', 'b', 'a']);
  expect(findings).toEqual([]);
});

test('pages without any weight stand by their path, whatever their dates', async () => {
  expect((await pagesOf({ b: 'date: 2024-01-01', a: 'title: Z', c: 'title: A' })).names).toEqual(['a', 'b', 'c']);
});

test('pages of the future and expired ones are left out and reported', async () => {
  const { names, findings } = await pagesOf({
    a: 'title: A',
    b: 'title: B\ndate: 2999-01-01',
    c: 'title: C\npublishDate: 2999-01-01',
    d: 'title: D\nexpiryDate: 2020-01-01',
    e: 'title: E\ndate: 2999-01-01\npublishDate: 2020-01-01',
  });
  expect(names).toEqual(['a', 'e']);
  expect(findings).toEqual([
    'workshop/content/b.md:3 warning workshop-page-unused',
    'workshop/content/c.md:3 warning workshop-page-unused',
    'workshop/content/d.md:3 warning workshop-page-unused',
  ]);
});

test('titles of the map of a pathway win over those of pages', async () => {
  const config =
    'pathways:\n  default: w\n  paths:\n    w:\n      steps: [b, a]\n  modules:\n    a: {title: From the map}\n';
  const { titles } = await pagesOf({ a: 'title: Own', b: 'title: Kept' }, config);
  expect(titles).toEqual(['Kept', 'From the map']);
});

test('a page in AsciiDoc is reported', async () => {
  const { lab, findings } = await builtLab({ 'workshop/content/02-more.adoc': '= More\n' });
  expect(lab.body.pages).toHaveLength(1);
  expect(findings).toEqual(['workshop/content/02-more.adoc:1 warning workshop-page-format']);
});
