import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longFunctions } from './function-lines.ts';

const ROOT = join(import.meta.dirname, '..');
/** Most lines of a function, without those of functions inside it. */
const MOST_LINES = 100;

/** Files with a longer function, which is to be split: one that is short now has to leave the list. */
const STILL_LONG = [
  'content/src/courses/course.test.ts',
  'scripts/content-reference.ts',
  'server/src/account/export.store.ts',
  'server/src/certificates/credential.ts',
  'server/src/mail/templates/identity-mail.ts',
  'server/src/metrics/metrics.ts',
  'server/src/preview/start-preview.ts',
  'server/src/stats/added-statistics.ts',
  'web/src/screens/stats/statistics.tsx',
];

test('no other function has more than a hundred lines of its own', () => {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' });
  const files = stdout
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(ROOT, file)));
  expect(files.length).toBeGreaterThan(2_000);
  const found = files.filter(
    (file) => longFunctions(file, readFileSync(join(ROOT, file), 'utf8'), MOST_LINES).length > 0,
  );
  expect(found).toEqual(STILL_LONG);
});

test('lines of an inner function count for that one alone', () => {
  const inner = ['  const inner = () => {', ...Array<string>(5).fill('    act();'), '  };'];
  const code = ['function outer() {', ...inner, '  act();', '  act();', '}'].join('\n');
  expect(longFunctions('a.ts', code, 4)).toEqual([{ line: 2, lines: 7 }]);
  expect(longFunctions('a.ts', code, 7)).toEqual([]);
});
