import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../chromium.ts';
import { defineCommand, EXIT, usageProblem } from '../command.ts';
import {
  installEnvironmentTools,
  installFaultTools,
  installSandboxTools,
  installStoreTools,
  makeSampleEnvironments,
} from '../install-package.ts';
import { ROOT } from '../paths.ts';
import { runProgram } from '../run-program.ts';
import {
  type Count,
  countLine,
  type Duration,
  linesOf,
  ONE_FAILED,
  ONE_PASSED,
  readReport,
  slowest,
  sum,
} from '../test-run/count.ts';
import { countOfPlaywright, type PlaywrightReport } from '../test-run/playwright-report.ts';
import { recordTests } from '../test-run/test-record.ts';
import { countOfVitest, type VitestReport } from '../test-run/vitest-report.ts';
import { buildWeb } from '../web-build.ts';

interface Step {
  /** What it proves, for the progress line. */
  title: string;
  /** Throws a problem with its text; a count is for steps that contain many tests. */
  run(): Promise<Count>;
}

/** How journeys report their progress. */
const PROGRESS = join(ROOT, 'e2e/support/progress-reporter.ts');
/** Files and journeys that are listed at the end. */
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
    only: {
      type: 'string',
      value: '<steps>',
      about: 'These steps only, separated by commas: lint, types, unused, build, unit, journeys',
    },
  },
  async run(values, terminal) {
    const log = (line: string) => terminal.err(line);
    const reports = mkdtempSync(join(tmpdir(), 'academy-reports-'));
    const env = { NODE_ENV: 'test', ...(values.all === true ? { ACADEMY_TEST_ALL: '1' } : {}) };
    const plan = steps(env, reports, log);
    const chosen = values.only?.split(',') ?? Object.keys(plan);
    const unknown = chosen.find((name) => !Object.hasOwn(plan, name));
    if (unknown !== undefined) {
      throw usageProblem(`There is no step "${unknown}"; there are: ${Object.keys(plan).join(', ')}.`, 'test');
    }
    const total: Count = { passed: 0, failed: 0 };
    const failures: string[] = [];
    const durations: Duration[] = [];
    const times: string[] = [];
    const taken = Object.entries(plan).filter(([name]) => chosen.includes(name));
    try {
      for (const [index, [name, step]] of taken.entries()) {
        log(`\n== Step ${index + 1} of ${taken.length}: ${step.title}`);
        const began = performance.now();
        const count = await step.run().catch((error: unknown): Count => {
          log(error instanceof Error ? error.message : String(error));
          return ONE_FAILED;
        });
        total.passed += count.passed;
        total.failed += count.failed;
        if (count.failed > 0)
          failures.push(...(count.failures ?? ['see the output of this step']).map((failure) => `${name}: ${failure}`));
        durations.push(...(count.durations ?? []));
        const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
        times.push(`${name} ${seconds}`);
        log(`== ${name}: ${countLine(count)} in ${seconds}`);
      }
    } finally {
      rmSync(reports, { recursive: true, force: true });
    }
    if (durations.length > 0) log(['\nSlowest:', ...slowest(durations, SLOWEST)].join('\n'));
    log(`\nSteps: ${times.join(', ')}`);
    if (failures.length > 0) log(['\nFailed:', ...failures.map((failure) => `  ${failure}`)].join('\n'));
    // Once more in one line each: who sees only the end of the output sees which.
    for (const failure of failures) terminal.out(`FAILED: ${linesOf(failure)[0]?.slice(0, MAX_LENGTH)}`);
    terminal.out(countLine(total));
    if (values.only === undefined) recordTests(total, values.all === true);
    return total.failed === 0 && total.passed > 0 ? EXIT.ok : EXIT.failed;
  },
});

function steps(env: Record<string, string>, reports: string, log: (line: string) => void): Record<string, Step> {
  return {
    lint: {
      title: 'Lint, format and import directions',
      run: () => check('biome', ['check', '--diagnostic-level=error', '.']),
    },
    types: { title: 'Types of every workspace', run: typecheck },
    unused: { title: 'Files, exports and packages that nobody uses', run: () => check('knip', ['--strict']) },
    build: {
      title: 'Build of the web',
      async run() {
        await buildWeb(log);
        return ONE_PASSED;
      },
    },
    unit: {
      title: 'Rules, calls and components',
      async run() {
        const file = join(reports, 'vitest.json');
        const chromium = await ensureChromium(log, { headlessShell: true });
        await installSandboxTools(log);
        if (env.ACADEMY_TEST_ALL === '1') await installFaultTools(log);
        if (env.ACADEMY_TEST_ALL === '1') await installStoreTools(log);
        if (env.ACADEMY_TEST_ALL === '1') await installEnvironmentTools(log);
        if (env.ACADEMY_TEST_ALL === '1') await makeSampleEnvironments(log);
        const reporters = ['--reporter=./cli/src/testing/vitest-progress.ts', '--reporter=json'];
        const { code } = await runProgram('vitest', ['run', ...reporters, `--outputFile.json=${file}`], {
          env: { ...env, ACADEMY_CHROMIUM: chromium },
          output: 'show',
        });
        const report = readReport<VitestReport>(file);
        return report === null ? ONE_FAILED : countOfVitest(report, code);
      },
    },
    journeys: {
      title: 'Journeys in a browser',
      async run() {
        const file = join(reports, 'playwright.json');
        const chromium = await ensureChromium(log, { headlessShell: true });
        await installSandboxTools(log);
        if (env.ACADEMY_TEST_ALL === '1') await makeSampleEnvironments(log);
        const { code } = await runProgram('playwright', ['test', '--config', 'e2e', `--reporter=${PROGRESS},json`], {
          env: { ...env, ACADEMY_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
          output: 'show',
        });
        const report = readReport<PlaywrightReport>(file);
        return report === null ? ONE_FAILED : countOfPlaywright(report, code);
      },
    },
  };
}

async function typecheck(): Promise<Count> {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] };
  const counts = [];
  for (const workspace of workspaces) counts.push(await check('tsc', ['-p', workspace]));
  return sum(counts);
}

async function check(program: string, args: string[]): Promise<Count> {
  const { code, text } = await runProgram(program, args, { output: 'keep' });
  if (code === 0) return ONE_PASSED;
  process.stderr.write(`${program} ${args.join(' ')}\n${text}\n`);
  return ONE_FAILED;
}
