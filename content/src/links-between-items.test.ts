import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { buildItem } from './build.ts';
import { FINDABLE_KINDS, findItems, loadItem } from './find-items.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const named = (slug: string, changes: object = {}) =>
  JSON.stringify({ id: `spring-${slug}`, slug, title: slug, status: 'live', ...changes });
const lesson = (slug: string) => named(slug, { type: 'article', duration: 60 });

/** The HTML and the links of one item of a repository with two guides, a page and two courses. */
async function builtIn(file: string, text: string) {
  const root = mkdtempSync(path.join(tmpdir(), 'academy-between-'));
  folders.push(root);
  const contents: Record<string, string> = {
    'guides/a-guide/guide.json': named('a', { type: 'article' }),
    'guides/a-guide/content.md': 'x',
    'guides/b/guide.json': named('guide-b', { type: 'article' }),
    'guides/b/content.md': 'x',
    'pages/faq/page.json': named('faq'),
    'pages/faq/content.md': '## Prices',
    'courses/one/course.json': named('one'),
    'courses/one/01-a/lesson.json': lesson('first'),
    'courses/one/01-a/content.md': 'x',
    'courses/two/course.json': named('second'),
    'courses/two/01-z/lesson.json': lesson('zebra'),
    'courses/two/01-z/content.md': 'x',
    [file]: text,
  };
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  const found = (await findItems(FINDABLE_KINDS, root)).find((one) => path.join(root, file).startsWith(`${one.root}/`));
  if (found === undefined) throw new Error(file);
  const { item } = await loadItem(found, { tenantId: 'spring', tenants: ['spring'], variables: {} });
  if (item === null) throw new Error(file);
  return buildItem(item.kind, item.files, { ...item.options, tenantId: 'spring' });
}

test.each([
  ['guides/a-guide/content.md', '../b/content.md#part', '/guides/guide-b#c-part'],
  ['guides/a-guide/content.md', '../b', '/guides/guide-b'],
  ['guides/a-guide/content.md', '../b/', '/guides/guide-b'],
  ['guides/a-guide/content.md', '../b.md', '/guides/guide-b'],
  ['guides/a-guide/content.md', '../../pages/faq/content.md', '/faq'],
  ['guides/a-guide/content.md', '../../courses/two/01-z/index.mdx', '/courses/second/lessons/zebra'],
  ['courses/one/01-a/content.md', '../../two/', '/courses/second'],
  ['courses/one/01-a/content.md', '../../../guides/b/README.md', '/guides/guide-b'],
])('in %s, a link to %s leads to the page of that item', async (file, href, page) => {
  const result = await builtIn(file, `[x](${href})`);
  expect(JSON.stringify(result)).toContain(`<a href=\\"${page}\\">`);
  expect(result.findings).toEqual([]);
});

test.each(['../none/content.md', '../../courses/two/02-none/content.md', '../../../../etc/content.md'])(
  'a link to %s, where nothing is, becomes text',
  async (href) => {
    const { findings } = await builtIn('guides/a-guide/content.md', `[x](${href})`);
    expect(findings.map(({ code }) => code)).toEqual(['link-broken']);
  },
);
