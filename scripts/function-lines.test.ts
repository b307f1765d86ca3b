import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longFunctions } from './function-lines.ts';

const ROOT = join(import.meta.dirname, '..');
/** Most lines of a function, without those of functions inside it. */
const MOST_LINES = 100;

test('no function has more than a hundred lines of its own', () => {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' });
  const files = stdout
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(ROOT, file)));
  expect(files.length).toBeGreaterThan(2_000);
  const found = files.filter(
    (file) => longFunctions(file, readFileSync(join(ROOT, file), 'utf8'), MOST_LINES).length > 0,
  );
  expect(found).toEqual([]);
});

test('lines of an inner function count for that one alone', () => {
  const inner = ['  const inner = () => {', ...Array<string>(5).fill('    act();'), '  };'];
  const code = ['function outer() {', ...inner, '  act();', '  act();', '}'].join('\n');
  expect(longFunctions('a.ts', code, 4)).toEqual([{ line: 2, lines: 7 }]);
  expect(longFunctions('a.ts', code, 7)).toEqual([]);
});
