import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { toolOf } from './other-tools.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test.each([
  ['docusaurus.config.ts', 'Docusaurus'],
  ['website/docusaurus.config.js', 'Docusaurus'],
  ['hugo.toml', 'Hugo'],
  ['mkdocs.yml', 'MkDocs'],
  ['docs/.vitepress/config.ts', 'VitePress'],
  ['docs/_sidebar.md', 'docsify'],
  ['book.toml', 'mdBook'],
  ['.obsidian/app.json', 'Obsidian'],
  ['docs/a.md', null],
])('a folder with %s is a site for %s', async (file, tool) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-tools-'));
  folders.push(folder);
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), '');
  expect(await toolOf(folder)).toBe(tool);
});
