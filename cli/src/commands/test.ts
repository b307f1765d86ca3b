import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand, EXIT, usageProblem } from '../command.ts';
import { changedFiles, reachedTests, sourceTexts } from '../test-run/changed-tests.ts';
import { costLines } from '../test-run/costs.ts';
import { type Count, countLine, linesOf, ONE_FAILED, sum } from '../test-run/count.ts';
import { countSourceLines, sourceLinesLine } from '../test-run/source-lines.ts';
import { costsOf, type Step, stepsOf } from '../test-run/steps.ts';
import { recordedLines, recordTests } from '../test-run/test-record.ts';

/** Files that are listed at the end, of each step. */
const SLOWEST = 10;
/** Characters of a failure’s line at the end. */
const MAX_LENGTH = 160;

export const test = defineCommand({
  name: 'test',
  summary: 'Run every check and test; the last line says how many passed and failed.',
  details: [
    'A browser and bubblewrap are installed when the machine has none and that can be done without asking. Failures of one step do not keep the next from running.',
  ],
  options: {
    all: { type: 'boolean', about: 'Also the long ones: the whole corpus, faults, repeated rounds' },
    changed: { type: 'boolean', about: 'Only tests that differ from main, or that a file which does can reach' },
    only: {
      type: 'string',
      value: '<steps>',
      about: 'These steps only, separated by commas: lint, types, unused, build, unit, journeys',
    },
  },
  async run(values, terminal) {
    const log = (line: string) => terminal.err(line);
    const isAll = values.all === true;
    const reports = mkdtempSync(join(tmpdir(), 'academy-reports-'));
    try {
      const reached = values.changed === true ? reachedTests(changedFiles(), sourceTexts()) : null;
      const plan = stepsOf({ isAll, reached, reports, log });
      if (reached !== null)
        log(`A change reaches ${reached.unit.length} files of tests, ${reached.journeys.length} of journeys`);
      const { total, counts } = await runSteps(chosen(plan, values.only), reports, terminal);
      if (isAll && reached === null) recordTests(counts);
      return total.failed === 0 && total.passed > 0 ? EXIT.ok : EXIT.failed;
    } finally {
      rmSync(reports, { recursive: true, force: true });
    }
  },
});

type NamedStep = readonly [name: string, step: Step];

function chosen(plan: Partial<Record<string, Step>>, only: string | undefined): NamedStep[] {
  const names = only?.split(',') ?? Object.keys(plan);
  const unknown = names.find((name) => !Object.hasOwn(plan, name));
  if (unknown !== undefined)
    throw usageProblem(`There is no step "${unknown}"; there are: ${Object.keys(plan).join(', ')}.`, 'test');
  return Object.entries(plan).flatMap(([name, step]) => (step && names.includes(name) ? [[name, step]] : []));
}

async function runSteps(
  steps: readonly NamedStep[],
  reports: string,
  { out, err }: { out(line: string): void; err(line: string): void },
): Promise<{ total: Count; counts: ReadonlyMap<string, Count> }> {
  const counts = new Map<string, Count>();
  const failures: string[] = [];
  const times: string[] = [];
  const runOne = async ([name, step]: NamedStep) => {
    err(`\n== Step ${steps.findIndex(([own]) => own === name) + 1} of ${steps.length}: ${step.title}`);
    const began = performance.now();
    const count = await step.run().catch((error: unknown): Count => {
      err(error instanceof Error ? error.message : String(error));
      return ONE_FAILED;
    });
    counts.set(name, count);
    if (count.failed > 0)
      failures.push(...(count.failures ?? ['see the output of this step']).map((failure) => `${name}: ${failure}`));
    const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    times.push(`${name} ${seconds}`);
    err(`== ${name}: ${countLine(count)} in ${seconds}`);
  };
  await Promise.all(steps.filter(([, step]) => step.isBesideOthers).map(runOne));
  for (const step of steps) if (!step[1].isBesideOthers) await runOne(step);

  for (const [name] of steps) {
    const lines = costLines(costsOf(name, reports), SLOWEST);
    if (lines.length > 0)
      err([`\nWhere the time of ${name} went, and the longest files (seconds):`, ...lines].join('\n'));
  }
  err(`\nSteps: ${times.join(', ')}`);
  err(sourceLinesLine(countSourceLines(), recordedLines()));
  if (failures.length > 0) err(['\nFailed:', ...failures.map((failure) => `  ${failure}`)].join('\n'));
  // Once more in one line each: who sees only the end of the output sees which.
  for (const failure of failures) out(`FAILED: ${linesOf(failure)[0]?.slice(0, MAX_LENGTH)}`);
  const total = sum([...counts.values()]);
  out(countLine(total));
  return { total, counts };
}
