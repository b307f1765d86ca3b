import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** None is taken back unnoticed. */
const LEAST_RULES = 63;
/** Rules that the academy does not hold or show yet; fewer are welcome. */
const MOST_GAPS = 2;

interface Row {
  rule: string;
  /** Null for `not yet`. */
  file: string | null;
  /** Beginning of a title, or the reason why there is no test. */
  title: string;
}

function rowsOf(page: string): Row[] {
  const rules = page.slice(page.indexOf('\n## Rules\n'), page.indexOf('\n## Default limits\n'));
  return rules
    .split('\n')
    .filter((line) => /^\|(?!---| Rule )/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map(([, rule = '', file = '', title = '']) => ({
      rule,
      file: file === 'not yet' ? null : file.replaceAll('`', ''),
      title,
    }));
}

const rows = rowsOf(readFileSync(join(ROOT, 'docs/security.md'), 'utf8'));

/** Lines on which a title or a row of a table of cases can stand. */
function hasTitle(file: string, title: string): boolean {
  return readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .some((line) => line.includes(title) && /\b(?:test|it|describe)\b|\]\)\(|\)\($|^\s*(?:\[?)['"`]/.test(line));
}

test('the security rules are complete, and each has a test or says why not', () => {
  const rules = rows.filter(({ rule }) => rule !== '');
  expect(rules.length).toBeGreaterThanOrEqual(LEAST_RULES);
  expect(rows[0]?.rule).not.toBe('');
  const gaps = rules.filter(({ file }) => file === null);
  expect(gaps.length).toBeLessThanOrEqual(MOST_GAPS);
  for (const { rule, title } of gaps) expect(title.length, rule).toBeGreaterThan(30);
});

describe('a security rule names a test that exists', () => {
  test.each(rows.flatMap(({ file, title }) => (file === null ? [] : [{ file, title }])))(
    '$file: $title',
    ({ file, title }) => {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect(title.length, 'a title').toBeGreaterThan(3);
      expect(hasTitle(file, title), `${file} has a test "${title}"`).toBe(true);
    },
  );
});

test('a rule without a test and without a reason is found', () => {
  const [row] = rowsOf(
    '\n## Rules\n\n| Rule | File | Test |\n|---|---|---|\n| Be safe. | not yet | |\n\n## Default limits\n',
  );
  expect(row).toEqual({ rule: 'Be safe.', file: null, title: '' });
});
