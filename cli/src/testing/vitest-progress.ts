import type { TestModule, TestSpecification } from 'vitest/node';
import { DefaultReporter } from 'vitest/node';

/** Vitest's own report, with one line for each file: how many of all are done, and since when the run goes on. */
export default class VitestProgress extends DefaultReporter {
  #began = 0;
  #files = 0;
  #done = 0;

  constructor() {
    super({ summary: false, isTTY: false });
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#began = performance.now();
    this.#files = specifications.length;
  }

  override onTestModuleEnd(module: TestModule): void {
    this.#done += 1;
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    const { duration } = module.diagnostic();
    const own = `${module.relativeModuleId} (${(duration / 1000).toFixed(1)} s)`;
    this.log(`${this.#done} of ${this.#files}, ${seconds} s: ${module.ok() ? own : `FAILED ${own}`}`);
    if (!module.ok()) super.onTestModuleEnd(module);
  }
}
