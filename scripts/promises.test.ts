import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsIn } from './references.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Pages of statements that tests show, and how many each holds at least: none is taken back unnoticed. */
const PAGES = { clauses: 26, promises: 25, security: 70 };
/** Security rules that no test shows yet; fewer are welcome. */
const MAX_GAPS = 1;

type Page = keyof typeof PAGES;

/** Ids of a page's statements: anchors of the headings of clauses, else the code at the beginning of a row or list item. */
function statementsOf(page: Page, markdown: string): string[] {
  if (page !== 'clauses') return [...markdown.matchAll(/^(?:- |\| )`([a-z0-9-]+)`/gm)].map(([, id = '']) => id);
  return [...anchorsIn(markdown.replace(/^#{1,2} .*$/gm, ''))];
}

/** The references (`clauses#locks`) of a comment `// Shows ...`, each with the line of code below it. */
function shownIn(code: string): { reference: string; below: string }[] {
  const lines = code.split('\n').map((line) => line.trim());
  return lines.flatMap((line, at) => {
    const named = /^\/\/ Shows ([a-z]+#.*)$/.exec(line)?.[1];
    if (named === undefined) return [];
    const below = lines.slice(at + 1).find((next) => !/^(?:\/\/|\/\*|\*)/.test(next)) ?? '';
    return named.split(', ').map((reference) => ({ reference, below }));
  });
}

const testFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:test|e2e)\.tsx?$/.test(file) && existsSync(join(ROOT, file)));

const shown = testFiles
  .filter((file) => !file.startsWith('scripts/promises'))
  .flatMap((file) => shownIn(read(file)).map((one) => ({ file, ...one })));

/** A test of each run: those of `--all` alone show security rules, but neither promises nor clauses. */
const isInEachRun = (below: string) => !/^longTest|ACADEMY_TEST_ALL/.test(below);

describe.each(Object.entries(PAGES) as [Page, number][])('docs/%s.md', (page, min) => {
  const markdown = read(`docs/${page}.md`);
  const statements = statementsOf(page, markdown);
  const gaps = [...markdown.matchAll(/^- `([a-z0-9-]+)`.* Not shown yet: .{30}/gm)].map(([, id]) => id);

  test('keeps its statements', () => {
    expect(statements.length).toBeGreaterThanOrEqual(min);
    expect(new Set(statements).size).toBe(statements.length);
    expect(gaps.length).toBeLessThanOrEqual(page === 'security' ? MAX_GAPS : 0);
  });

  test('has a test for each statement', () => {
    const counted = shown.filter(({ below }) => page === 'security' || isInEachRun(below));
    const references = new Set(counted.map(({ reference }) => reference));
    expect(statements.filter((id) => !references.has(`${page}#${id}`) && !gaps.includes(id))).toEqual([]);
  });

  test('is shown only in what it states', () => {
    const known = new Set(statements.map((id) => `${page}#${id}`));
    const unknown = shown.filter(({ reference }) => reference.startsWith(`${page}#`) && !known.has(reference));
    expect(unknown.map(({ file, reference }) => `${file}: ${reference}`)).toEqual([]);
  });
});

test('comments about what is shown stand above a test and name a page', () => {
  const isTest = /^(?:test|it|describe|longTest)\b|^\[|^for\b/;
  const bad = shown.filter(({ reference, below }) => !((reference.split('#')[0] ?? '') in PAGES && isTest.test(below)));
  expect(bad.map(({ file, reference }) => `${file}: ${reference}`)).toEqual([]);
});

test('statements are found in each form, and references in comments', () => {
  expect(statementsOf('clauses', '# Clauses\n\n## Calls\n\n### Every call\n')).toEqual(['every-call']);
  expect(statementsOf('promises', '| `undo` | no undo | here |\n- `locks`: held.\n')).toEqual(['undo', 'locks']);
  expect(shownIn("// Shows clauses#locks, security#locks\n// as said.\ntest('a', run);")).toEqual([
    { reference: 'clauses#locks', below: "test('a', run);" },
    { reference: 'security#locks', below: "test('a', run);" },
  ]);
});
