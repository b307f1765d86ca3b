import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Complaints of learners that issue and how-to name: progress, checks, films, labs. */
const COMPLAINTS = [...Array.from({ length: 15 }, (_, i) => i + 1), 32, 33, 34, 35];

const lines = readFileSync(join(ROOT, 'docs/promises.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number, , , file = '', name = '']) => ({ number: Number(number), file: file.replaceAll('`', ''), name }));

describe('the promises to learners', () => {
  test('answer every complaint', () => {
    expect([...new Set(lines.map(({ number }) => number))].sort((a, b) => a - b)).toEqual(COMPLAINTS);
  });

  test.each(lines)('no. $number is kept by a test that exists: $name', ({ file, name }) => {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    const source = readFileSync(join(ROOT, file), 'utf8');
    const found = source.split('\n').some((line) => /\b(?:test|it)\(|\]\)\(/.test(line) && line.includes(name));
    expect(found, `${file} has a test "${name}"`).toBe(true);
  });
});
