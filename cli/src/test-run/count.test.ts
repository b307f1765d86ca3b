import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../paths.ts';
import { FIRST_FILES } from '../testing/longest-first.ts';
import { costLines, tooLong } from './costs.ts';
import { LARGER_SHARES } from './long-tests.ts';
import { countOfPlaywright } from './playwright-report.ts';
import { countOfVitest } from './vitest-report.ts';

const vitest = (files: [name: string, message?: string][]) => ({
  numPassedTests: 2,
  numFailedTests: 0,
  testResults: files.map(([name, message = '']) => ({
    ...{ name, message, assertionResults: [] },
    status: message === '' ? 'passed' : 'failed',
  })),
});
const journey = (title: string, ok: boolean, results: number) => ({
  ...{ title, ok, file: 'a.e2e.ts', line: 3 },
  tests: [
    { results: Array.from({ length: results }, () => ({ errors: [{ message: 'No button' }], attachments: [] })) },
  ],
});

const costs = (file: string, seconds: number, start = 0) => ({
  file,
  seconds,
  start,
  import: 0.5,
  browser: 0,
  wait: 1,
});

test('a run ends with the longest files, and where their time went', () => {
  const files = [costs('quick', 2), costs('slow', 12.34, 3), costs('middling', 3)];
  expect(costLines(files, 2).map((line) => line.replace(/^ +| +(?= )/g, ''))).toEqual([
    'seconds start import browser wait other',
    '17.3 3.0 1.5 0.0 3.0 9.8 all 3 files',
    '12.3 3.0 0.5 0.0 1.0 7.8 slow',
    '3.0 0.0 0.5 0.0 1.0 1.5 middling',
  ]);
});

test('a file of tests may take its part of the run, exceptions more', () => {
  const imports = { ...costs('imports for others', 60), import: 59 };
  const files = [imports, costs('in time', 20), costs('too long', 20.1), costs('known', 40), costs('all others', 420)];
  const onSlowMachine = files.map((file) => ({ ...file, seconds: 2 * file.seconds, import: 2 * file.import }));
  const shares = { known: 0.08, 'all others': 1 };
  expect(tooLong(files, 0.0392, shares)).toEqual(['too long']);
  expect(tooLong(onSlowMachine, 0.0392, shares)).toEqual(['too long']);
});

test('files of tests that are named for their length are there', () => {
  expect([...FIRST_FILES, ...Object.keys(LARGER_SHARES)].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('a file of tests that does not load counts as failed, with its reason', () => {
  const { passed, failed, failures } = countOfVitest(vitest([['/x/a.test.ts', 'No such file']]), 1);
  expect([passed, failed]).toEqual([2, 1]);
  expect(failures?.[0]).toMatch(/a\.test\.ts: No such file$/);
});

test('a run that is well names no failure', () => {
  expect(countOfVitest(vitest([['/x/a.test.ts']]), 0)).toMatchObject({ failed: 0, failures: [] });
});

test('a journey that passes only when it is repeated has failed', () => {
  const stats = { expected: 1, unexpected: 0, flaky: 1 };
  const suites = [{ specs: [journey('reads', true, 1)], suites: [{ specs: [journey('writes', false, 2)] }] }];
  const count = countOfPlaywright({ stats, suites }, 0);
  expect(count).toMatchObject({ passed: 1, failed: 1 });
  expect(count.failures).toEqual(['a.e2e.ts:3 > writes\n    No button\n    No button']);
});
