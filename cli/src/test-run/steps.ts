import { join } from 'node:path';
import type { TestStep } from '@academy/scripts/test-record';
import { ensureChromium } from '../chromium.ts';
import {
  installEnvironmentTools,
  installFaultTools,
  installSandboxTools,
  installStoreTools,
  makeSampleEnvironments,
  makeSampleImages,
} from '../install-package.ts';
import { ROOT } from '../paths.ts';
import { runProgram } from '../run-program.ts';
import { buildWeb } from '../web-build.ts';
import type { ReachedTests } from './changed-tests.ts';
import { type FileCosts, tooLong } from './costs.ts';
import { type Count, ONE_FAILED, ONE_PASSED, readReport, sum } from './count.ts';
import { LARGER_SHARES, LONG_TESTS, MAX_SHARE } from './long-tests.ts';
import { countOfPlaywright, type PlaywrightReport } from './playwright-report.ts';
import { typePrograms } from './types.ts';
import { countOfVitest, type VitestReport } from './vitest-report.ts';

export interface Step {
  /** What it proves, for the progress line. */
  title: string;
  /** Runs together with the steps beside it that say so too: they neither wait for each other nor print. */
  isBesideOthers?: boolean;
  /** Throws a problem with its text; a count is for steps that contain many tests. */
  run(): Promise<Count>;
}

export interface StepOptions {
  /** Also the long ones. */
  isAll: boolean;
  /** Only these files; null for all of them. */
  reached: ReachedTests | null;
  /** A folder for what the steps report. */
  reports: string;
  log(line: string): void;
}

/** How journeys report their progress. */
const PROGRESS = join(ROOT, 'e2e/support/progress-reporter.ts');
/** All steps by name, in their order. */
export function stepsOf(options: StepOptions): Partial<Record<TestStep, Step>> {
  const { log, reached } = options;
  return {
    lint: {
      title: 'Lint, format and import directions',
      isBesideOthers: true,
      run: () => check('biome', ['check', '--diagnostic-level=error', '.']),
    },
    types: {
      title: 'Types of every workspace',
      isBesideOthers: true,
      async run() {
        const counts = [];
        for (const args of typePrograms()) counts.push(await check('tsc', args));
        return sum(counts);
      },
    },
    unused: {
      title: 'Unused files, exports and packages',
      isBesideOthers: true,
      run: () => check('knip', ['--strict']),
    },
    build: {
      title: 'Build of the web',
      isBesideOthers: true,
      async run() {
        await buildWeb(log);
        return ONE_PASSED;
      },
    },
    ...(reached?.unit.length === 0 ? {} : { unit: { title: 'Rules, calls and components', run: () => unit(options) } }),
    ...(reached?.journeys.length === 0
      ? {}
      : { journeys: { title: 'Journeys in a browser', run: () => journeys(options) } }),
  };
}

/** Where the time of the tests of a step went; nothing when it did not run. */
export function costsOf(step: string, reports: string): readonly FileCosts[] {
  return readReport<FileCosts[]>(join(reports, `${step}-costs.json`)) ?? [];
}

async function unit({ isAll, reached, reports, log }: StepOptions): Promise<Count> {
  const env = await prepare(isAll, log);
  if (isAll) {
    await installFaultTools(log);
    await installStoreTools(log);
    await installEnvironmentTools(log);
    await makeSampleEnvironments(log);
    await makeSampleImages(log);
  }
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=./cli/src/testing/vitest-progress.ts', '--reporter=json', `--outputFile.json=${file}`];
  const left = isAll
    ? []
    : Object.values(LONG_TESTS)
        .flat()
        .map((glob) => `--exclude=${glob}`);
  const args = ['run', ...(reached?.unit ?? []), ...reporters, ...left, '--passWithNoTests'];
  const { code } = await runProgram('vitest', args, {
    env: { ...env, ACADEMY_TEST_COSTS: join(reports, 'unit-costs.json') },
    output: 'show',
  });
  const report = readReport<VitestReport>(file);
  if (report === null) return ONE_FAILED;
  const count = countOfVitest(report, code);
  // Of some files alone each may be the longest, and of all of them the long ones are.
  const isUsual = !isAll && reached === null;
  return isUsual ? withFailures(count, tooLong(costsOf('unit', reports), MAX_SHARE, LARGER_SHARES)) : count;
}

async function journeys({ isAll, reached, reports, log }: StepOptions): Promise<Count> {
  const file = join(reports, 'playwright.json');
  const env = await prepare(isAll, log);
  if (isAll) {
    await makeSampleEnvironments(log);
    await makeSampleImages(log);
  }
  const args = ['test', '--config', 'e2e', `--reporter=${PROGRESS},json`, ...(reached?.journeys ?? [])];
  const { code } = await runProgram('playwright', args, {
    env: {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ACADEMY_TEST_COSTS: join(reports, 'journeys-costs.json'),
    },
    output: 'show',
  });
  const report = readReport<PlaywrightReport>(file);
  return report === null ? ONE_FAILED : countOfPlaywright(report, code);
}

/** Installs what tests of both kinds need. @returns environment of the tests */
async function prepare(isAll: boolean, log: (line: string) => void): Promise<Record<string, string>> {
  const chromium = await ensureChromium(log, { headlessShell: true });
  await installSandboxTools(log);
  return { NODE_ENV: 'test', ACADEMY_CHROMIUM: chromium, ...(isAll ? { ACADEMY_TEST_ALL: '1' } : {}) };
}

/** Files that took too large a part of the run count as failed. */
function withFailures(count: Count, long: readonly string[]): Count {
  return {
    ...count,
    failed: count.failed + long.length,
    failures: [
      ...(count.failures ?? []),
      ...long.map((file) => `${file} takes a larger part of the run than a file may`),
    ],
  };
}

async function check(program: string, args: string[]): Promise<Count> {
  const { code, text } = await runProgram(program, args, { output: 'keep' });
  if (code === 0) return ONE_PASSED;
  process.stderr.write(`${program} ${args.join(' ')}\n${text}\n`);
  return ONE_FAILED;
}
