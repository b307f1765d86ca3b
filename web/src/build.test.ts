import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BUDGETS, enforceBudgets, weighPages } from '../build/budgets.ts';

const SCREEN = 'src/screens/home/home-screen.tsx';
let folder: string;

/** Random text does not get smaller by compression. */
const noise = (bytes: number): Buffer => randomBytes(bytes);

function build(files: Record<string, Buffer>, imports: string[] = []): void {
  const chunk = (file: string, more: object = {}) => ({ file, ...more });
  const manifest = {
    'src/main.tsx': chunk('main.js', { imports, css: ['main.css'], dynamicImports: [SCREEN] }),
    'src/load-watch.ts': chunk('load-watch.js'),
    [SCREEN]: chunk('home.js', { imports: ['src/main.tsx'] }),
    ...Object.fromEntries(imports.map((name) => [name, chunk(`${name}.js`)])),
  };
  mkdirSync(join(folder, '.vite'), { recursive: true });
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  const all = {
    'main.js': noise(10),
    'main.css': noise(10),
    'home.js': noise(10),
    'load-watch.js': noise(10),
    ...files,
  };
  for (const name of imports) writeFileSync(join(folder, `${name}.js`), noise(10));
  for (const [name, bytes] of Object.entries(all)) writeFileSync(join(folder, name), bytes);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-build-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a build over its budget fails', () => {
  test('for scripts: entry and screen count together', () => {
    build({ 'main.js': noise(60_000), 'home.js': noise(BUDGETS.scripts - 59_000) });
    expect(() => enforceBudgets(folder, () => undefined)).toThrow(/scripts weigh [\d.]+ kB, at most [\d.]+ kB/);
  });

  test('for styles in the page', () => {
    build({ 'main.css': noise(BUDGETS.styles + 1) });
    expect(() => enforceBudgets(folder, () => undefined)).toThrow(/styles weigh [\d.]+ kB, at most [\d.]+ kB/);
  });

  test('for the number of scripts', () => {
    const further = Array.from({ length: BUDGETS.requests - 1 }, (_each, index) => `further-${index}`);
    build({}, further);
    expect(() => enforceBudgets(folder, () => undefined)).toThrow(`asks for ${BUDGETS.requests + 1} scripts`);
  });

  test('and one within it prints its sizes', () => {
    build({ 'main.js': noise(1000) }, ['a']);
    const lines: string[] = [];
    enforceBudgets(folder, (line) => lines.push(line));
    expect(lines).toEqual([
      expect.stringMatching(/^src\/screens\/home\/home-screen.tsx +scripts 1\.\d+ kB in 3, styles 0\.0\d kB \(gzip\)$/),
    ]);
    expect(weighPages(folder)[0]?.problems).toEqual([]);
  });
});
