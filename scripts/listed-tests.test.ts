import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Pages whose tables name a test in each row, and how many promises or clauses they hold: none is taken back unnoticed. */
const PAGES: [page: string, entries: number][] = [
  ['docs/promises.md', 19],
  ['docs/clauses.md', 26],
];

const linesOf = (page: string) => readFileSync(join(ROOT, page), 'utf8').split('\n');

/** The rows of a page: their last two cells are the file and how the test's title begins. */
const rowsOf = (page: string) =>
  linesOf(page)
    .filter((line) => /^\|.*\.tsx?` \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => ({ first: cells[1], file: (cells.at(-3) ?? '').replaceAll('`', ''), name: cells.at(-2) ?? '' }));

const titles = new Map<string, string[]>();

/** Lines of a test file on which a title can stand. Tests of `--all` alone (`longTest`) do not count. */
function titlesIn(file: string): string[] {
  const known = titles.get(file);
  if (known !== undefined) return known;
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  const found = lines.filter((line) => /\b(?:test|it)(?:\.each)?\(|\]\)\(|\)\($/.test(line));
  titles.set(file, found);
  return found;
}

describe.each(PAGES)('%s', (page, entries) => {
  const rows = rowsOf(page);

  test('keeps its promises and clauses', () => {
    const complaints = new Set(rows.map(({ first }) => first));
    const clauses = linesOf(page).filter((line) => line.startsWith('### '));
    expect(clauses.length || complaints.size).toBeGreaterThanOrEqual(entries);
  });

  test('has a test in each row, and a table below each clause', () => {
    const lines = linesOf(page);
    const table = lines.filter((line) => /^\|(?!---| Part | Complaint )/.test(line));
    expect(rows.length).toBe(table.length);
    const clauses = lines.flatMap((line, at) => (line.startsWith('### ') ? [at] : []));
    const bare = clauses.filter(
      (from, nth) => !lines.slice(from, clauses[nth + 1]).some((line) => /\.tsx?` \|/.test(line)),
    );
    expect(bare.map((at) => lines[at])).toEqual([]);
  });

  test.each(rows)('names a test that exists: $name', ({ file, name }) => {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect(name.length, 'a title').toBeGreaterThan(3);
    expect(
      titlesIn(file).some((line) => line.includes(name)),
      `${file} has a test "${name}"`,
    ).toBe(true);
  });
});
