import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FileCost } from '@academy/server/testing/file-cost';
import type { TestCase, TestModule, TestSpecification } from 'vitest/node';
import { DefaultReporter } from 'vitest/node';
import { ROOT } from '../paths.ts';
import type { FileCosts } from '../test-run/costs.ts';

/** A test that takes longer has a line of its own: its file may go on for minutes. */
const LONG_SECONDS = 20;

/**
 * Vitest's own report, with one line for each file: how many of all are done, and since when the run goes on. Where the
 * time of each file went is written to the file ACADEMY_TEST_COSTS.
 */
export default class VitestProgress extends DefaultReporter {
  #began = 0;
  #files = 0;
  #done = 0;
  readonly #costs: FileCosts[] = [];

  constructor() {
    super({ summary: false, isTTY: false });
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#began = performance.now();
    this.#files = specifications.length;
  }

  override onTestCaseResult(test: TestCase): void {
    super.onTestCaseResult(test);
    const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
    if (seconds > LONG_SECONDS) this.log(`    ${seconds.toFixed(1)} s: ${test.fullName}`);
  }

  override onTestModuleEnd(module: TestModule): void {
    this.#done += 1;
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    const costs = costsOf(module);
    this.#costs.push(costs);
    const own = `${costs.file} (${costs.seconds.toFixed(1)} s)`;
    this.log(`${this.#done} of ${this.#files}, ${seconds} s: ${module.ok() ? own : `FAILED ${own}`}`);
    if (!module.ok()) super.onTestModuleEnd(module);
  }

  override onTestRunEnd(...run: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...run);
    if (process.env.ACADEMY_TEST_COSTS) writeFileSync(process.env.ACADEMY_TEST_COSTS, JSON.stringify(this.#costs));
  }
}

const NOTHING: FileCost = { processor: 0, starts: 0 };

function costsOf(module: TestModule): FileCosts {
  const diagnostic = module.diagnostic();
  const [tests, importing, setup] = [diagnostic.duration, diagnostic.collectDuration, diagnostic.setupDuration].map(
    (ms) => ms / 1000,
  ) as [number, number, number];
  const { imported = NOTHING, whole = NOTHING } =
    (module.meta() as { cost?: { imported: FileCost; whole: FileCost } }).cost ?? {};
  const startsOfTests = whole.starts - imported.starts;
  const isBrowser = module.project.isBrowserEnabled();
  const waited = tests - startsOfTests - (whole.processor - imported.processor);
  return {
    file: relative(ROOT, module.moduleId),
    seconds: setup + importing + tests,
    start: whole.starts,
    import: setup + Math.max(0, importing - imported.starts),
    browser: isBrowser ? tests : 0,
    wait: isBrowser ? 0 : Math.max(0, waited),
  };
}
