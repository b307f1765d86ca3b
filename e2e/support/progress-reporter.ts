import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import { ROOT } from './process.ts';

/**
 * Prints a line for each test: how many are done, and the time since the start; failures are printed at once. Where the
 * time of each file went is written to the file ACADEMY_TEST_COSTS.
 */
export default class ProgressReporter implements Reporter {
  #began = performance.now();
  #all = 0;
  #done = 0;
  readonly #costs = new Map<string, Costs>();

  onBegin(_config: unknown, suite: Suite): void {
    this.#began = performance.now();
    this.#all = suite.allTests().length;
  }

  onTestEnd(test: TestCase, { duration, errors, status, steps }: TestResult): void {
    this.#done += 1;
    const name = relative(ROOT, test.location.file);
    const costs = this.#costs.get(name) ?? { file: name, seconds: 0, start: 0, import: 0, browser: 0, wait: 0 };
    this.#costs.set(name, costs);
    costs.seconds += duration / 1000;
    addSteps(costs, steps);
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
    const file = process.env.ACADEMY_TEST_COSTS;
    if (file) writeFileSync(file, JSON.stringify([...this.#costs.values()]));
    if (status !== 'passed') print(`The run of the journeys ended: ${status}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

const print = (text: string) => process.stdout.write(`${text}\n`);

/** As `./academy test` reads it (`cli/src/test-run/costs.ts`). */
type Costs = Record<'seconds' | 'start' | 'import' | 'browser' | 'wait', number> & { file: string };

/** Which steps of Playwright count as what; what is in neither of them is looked into. */
const CAUSES: Readonly<Record<string, 'start' | 'browser' | 'wait'>> = {
  hook: 'start',
  fixture: 'start',
  'pw:api': 'browser',
  expect: 'wait',
};

function addSteps(costs: Costs, steps: readonly TestStep[]): void {
  for (const { category, duration, steps: inner } of steps) {
    const cause = CAUSES[category];
    if (cause === undefined) addSteps(costs, inner);
    else costs[cause] += duration / 1000;
  }
}
