import { relative } from 'node:path';
import { ROOT } from '../paths.ts';
import { type Count, linesOf } from './count.ts';

/** The used part of Vitest's JSON report (https://vitest.dev/guide/reporters#json-reporter). */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly {
    name: string;
    status: string;
    message?: string;
    assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[];
  }[];
}

/** @param code exit code of Vitest */
export function countOfVitest(report: VitestReport, code: number): Count {
  return {
    passed: report.numPassedTests,
    // A file that does not load, and an error outside of all tests, have no failed test of their own.
    failed: Math.max(report.numFailedTests, code === 0 ? 0 : 1),
    failures: failuresOf(report, code),
  };
}

function failuresOf({ testResults }: VitestReport, code: number): string[] {
  const failures = testResults.flatMap(({ name, message, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    const file = relative(ROOT, name);
    if (tests.length === 0 && status === 'failed') return [`${file}: ${linesOf(message)[0]}`];
    return tests.map((test) => `${file} > ${test.fullName}: ${linesOf(test.failureMessages[0])[0]}`);
  });
  return failures.length > 0 || code === 0 ? failures : ['an error outside of all tests, see the output of this step'];
}
