import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS_REFERENCE, settingsReference } from './settings-reference.ts';

test('docs/reference/settings.md is what `node scripts/settings-reference.ts` writes', () => {
  expect(readFileSync(SETTINGS_REFERENCE, 'utf8')).toBe(settingsReference());
});

/** Variables of the system and of other programs, which mean the same everywhere. */
const OF_OTHERS = new Set([
  'CI',
  'CHROMIUM',
  'DOCKER_CONFIG',
  'GITHUB_TOKEN',
  'HOME',
  'LD_LIBRARY_PATH',
  'LOCALAPPDATA',
  'PATH',
  'PWD',
  'TERM',
  'TMPDIR',
  'XDG_CACHE_HOME',
]);
/** How code names a variable of the environment. */
const READS =
  /(?<!import\.meta\.)\benv(?:\.([A-Z][A-Z0-9_]+)|\['([A-Z][A-Z0-9_]+)'\])|\b(?:const|let) \{ ([A-Z][A-Z0-9_, ]+) \} = process\.env/g;

test('every variable of the environment that code reads stands in the reference', () => {
  const root = join(import.meta.dirname, '..');
  const read = new Set<string>();
  for (const folder of [
    'server/src',
    'cli/src',
    'identity/src',
    'labs/src',
    'lab-host/src',
    'content/src',
    'client/src',
    'web',
  ])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const isSource = /\.(?:ts|tsx|mjs)$/.test(entry.name) && !/\.(?:test|fixture)\./.test(entry.name);
      if (!entry.isFile() || !isSource || /node_modules|dist|testing/.test(entry.parentPath)) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const [, dotted, quoted, taken] of text.matchAll(READS))
        for (const name of [dotted, quoted, ...(taken?.split(/, */) ?? [])]) if (name !== undefined) read.add(name);
    }
  const reference = readFileSync(SETTINGS_REFERENCE, 'utf8');
  expect(read.size).toBeGreaterThan(5);
  expect([...read].filter((name) => !OF_OTHERS.has(name) && !reference.includes(`\`${name}\``)).sort()).toEqual([]);
});
