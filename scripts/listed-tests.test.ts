import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Pages whose tables name a test for each row, and the numbers that a table must hold. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  // Complaints of learners that issue and how-to name: progress, checks, films, labs.
  'docs/promises.md': [...Array.from({ length: 15 }, (_, at) => String(at + 1)), '32', '33', '34', '35'],
  // What the specification says of calls, errors and constants.
  'docs/clauses.md': [...of(7, 5), ...of(8, 6), '9.1'],
};

function of(section: number, clauses: number): string[] {
  return Array.from({ length: clauses }, (_, at) => `${section}.${at + 1}`);
}

/** The rows of a page: its first cell is the number, its last two are the file and how the test's title begins. */
const rowsOf = (page: string) =>
  readFileSync(join(ROOT, page), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+(?:\.\d+)? \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, number = '', , , file = '', name = '']) => ({ number, file: file.replaceAll('`', ''), name }));

const titles = new Map<string, string[]>();

/** Lines of a test file on which a title can stand. */
function titlesIn(file: string): string[] {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  const found = lines.filter((line) => /\b(?:test|it)(?:\.each)?\(|\]\)\(|\)\($/.test(line));
  titles.set(file, found);
  return found;
}

describe.each(Object.entries(PAGES))('%s', (page, numbers) => {
  const rows = rowsOf(page);

  test('leaves no number out', () => {
    expect([...new Set(rows.map(({ number }) => number))].sort((a, b) => Number(a) - Number(b))).toEqual(numbers);
  });

  test.each(rows)('$number names a test that exists: $name', ({ file, name }) => {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect(name.length, 'a title').toBeGreaterThan(3);
    expect(
      titlesIn(file).some((line) => line.includes(name)),
      `${file} has a test "${name}"`,
    ).toBe(true);
  });
});
