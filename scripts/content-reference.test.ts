import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildItem } from '@academy/content/build';
import type { CheckedItem } from '@academy/content/checks/catalogue/checked-item';
import { checkCatalogue } from '@academy/content/checks/catalogue/index';
import { FINDABLE_KINDS, findItems, loadItem } from '@academy/content/find-items';
import { HUGO_SHORTCODES } from '@academy/content/hugo/shortcode-table';
import { SHORTCODES } from '@academy/content/markdown/shortcode-table';
import { TEXT_FORMS } from '@academy/content/markdown/text-forms';
import { ACTIONS } from '@academy/content/workshops/action-table';
import { expect, test } from 'vitest';
import { CONTENT_EXAMPLES } from './content-examples.ts';
import { actionExample, CONTENT_REFERENCE, contentReference, shortcodeExample } from './content-reference.ts';

/** Builds a folder as `validate` does, and returns what it finds and what it made. */
async function findingsOf(files: Readonly<Record<string, string>>): Promise<{ findings: string[]; built: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-reference-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const findings: string[] = [];
    const checked: CheckedItem[] = [];
    for (const found of await findItems(FINDABLE_KINDS, folder)) {
      const loaded = await loadItem(found, { tenantId: 'spring', tenants: ['spring'], variables: {} });
      findings.push(...loaded.findings.map(({ file, line, code }) => `${file}:${line} ${code}`));
      if (loaded.item === null) continue;
      const { kind, files: sources, options } = loaded.item;
      const result = await buildItem(kind, sources, { ...options, tenantId: 'spring' });
      findings.push(...result.findings.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`));
      if (result.refused) continue;
      checked.push({ tenantId: 'spring', item: result.item, links: result.links, files: sources, file: options.file });
    }
    const among = checkCatalogue(checked).flat();
    findings.push(...among.map(({ file, line, code }) => `${file}:${line} ${code}`));
    return { findings, built: JSON.stringify(checked.map(({ item }) => item)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('docs/reference/content.md is what `node scripts/content-reference.ts` writes', () => {
  expect(readFileSync(CONTENT_REFERENCE, 'utf8')).toBe(contentReference());
});

test('the examples of the content reference are published without a finding', async () => {
  const shortcodes = Object.entries(SHORTCODES).map(([name, { example }]) => shortcodeExample(name, example));
  const actions = [...ACTIONS.keys()].map(actionExample);
  const { findings, built } = await findingsOf({
    ...CONTENT_EXAMPLES,
    'guides/warm-the-pot/content.md': [...shortcodes, ...TEXT_FORMS.map(({ example }) => example)].join('\n\n'),
    'guides/warm-the-pot/cup.svg': CONTENT_EXAMPLES['courses/tea/cup.svg'] ?? '',
    'workshops/brew/workshop/content/01-brew.md': actions.join('\n'),
  });
  expect(findings).toEqual([]);
  expect(built).not.toMatch(/@@@|:::|\$\$|\{width/);
  for (const name of ACTIONS.keys()) expect(built).toContain(name);
});

test('the examples for sites written for Hugo are published without a finding', async () => {
  const examples = Object.entries(HUGO_SHORTCODES).flatMap(([name, { example }]) =>
    name === 'quizdown' ? [] : example,
  );
  const { findings, built } = await findingsOf({
    'content/_index.md': '---\ntitle: Tea\n---\n',
    'content/guides/_index.md': '---\ntitle: Guides\n---\n',
    'content/guides/pot.md': `---\ntitle: Warm the pot\ndescription: Why.\n---\n\n${examples.join('\n\n')}\n`,
    'content/guides/cup.svg': CONTENT_EXAMPLES['courses/tea/cup.svg'] ?? '',
    'content/guides/brewing.md': '---\ntitle: Brewing\ndescription: How.\n---\n\nPour.\n',
  });
  expect(findings).toEqual([]);
  expect(built).toContain('Step 1');
  expect(built).not.toMatch(/\{\{[<%]/);
});
