import { relative } from 'node:path';
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { ROOT } from './process.ts';

/** Prints a line for each test: how many are done, and the time since the start; failures are printed at once. */
export default class ProgressReporter implements Reporter {
  #began = performance.now();
  #all = 0;
  #done = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#began = performance.now();
    this.#all = suite.allTests().length;
  }

  onTestEnd(test: TestCase, { duration, errors, status }: TestResult): void {
    this.#done += 1;
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    const state = status === 'skipped' ? 'skipped ' : test.ok() ? '' : 'FAILED ';
    const { file, line } = test.location;
    const took = `${(duration / 1000).toFixed(1)} s`;
    const place = `${relative(ROOT, file)}:${line}`;
    print(`${this.#done} of ${this.#all}, ${seconds} s: ${state}${place} ${test.title} (${took})`);
    if (!test.ok()) for (const error of errors) this.onError(error);
  }

  onError({ stack, message, snippet }: TestError): void {
    print([stack ?? message, snippet].filter(Boolean).join('\n'));
  }

  onEnd({ status }: FullResult): void {
    if (status !== 'passed') print(`The run of the journeys ended: ${status}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

const print = (text: string) => process.stdout.write(`${text}\n`);
