import { expect, test } from 'vitest';
import { slowest } from './count.ts';
import { countOfPlaywright } from './playwright-report.ts';
import { countOfVitest } from './vitest-report.ts';

const vitest = (files: [name: string, ms: number, message?: string][]) => ({
  numPassedTests: 2,
  numFailedTests: 0,
  testResults: files.map(([name, ms, message = '']) => ({
    ...{ name, message, startTime: 1_000, endTime: 1_000 + ms, assertionResults: [] },
    status: message === '' ? 'passed' : 'failed',
  })),
});
const journey = (title: string, ok: boolean, ...durations: number[]) => ({
  ...{ title, ok, file: 'a.e2e.ts', line: 3 },
  tests: [
    { results: durations.map((duration) => ({ duration, errors: [{ message: 'No button' }], attachments: [] })) },
  ],
});

test('the slowest files and journeys are listed, the longest first', () => {
  const durations = [
    { name: 'quick', seconds: 0.1 },
    { name: 'slow', seconds: 12.34 },
    { name: 'middling', seconds: 3 },
  ];
  expect(slowest(durations, 2)).toEqual(['   12.3 s  slow', '    3.0 s  middling']);
});

test('a file of tests that does not load counts as failed, with its reason', () => {
  const { passed, failed, failures, durations } = countOfVitest(vitest([['/x/a.test.ts', 500, 'No such file']]), 1);
  expect({ passed, failed, durations: durations?.map(({ seconds }) => seconds) }).toEqual({
    ...{ passed: 2, failed: 1, durations: [0.5] },
  });
  expect(failures?.[0]).toMatch(/a\.test\.ts: No such file$/);
});

test('a journey that passes only when it is repeated has failed', () => {
  const stats = { expected: 1, unexpected: 0, flaky: 1 };
  const suites = [{ specs: [journey('reads', true, 100)], suites: [{ specs: [journey('writes', false, 200, 300)] }] }];
  const count = countOfPlaywright({ stats, suites }, 0);
  expect(count).toMatchObject({ passed: 1, failed: 1 });
  expect(count.failures).toEqual(['a.e2e.ts:3 > writes\n    No button\n    No button']);
  expect(count.durations?.at(-1)).toEqual({ name: 'e2e/a.e2e.ts:3 writes', seconds: 0.5 });
});
