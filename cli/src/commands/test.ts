import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from '../chromium.ts';
import { defineCommand, EXIT, usageProblem } from '../command.ts';
import { installSandboxTools } from '../install-package.ts';
import { ROOT } from '../paths.ts';
import { runProgram } from '../run-program.ts';
import { buildWeb } from '../web-build.ts';

interface Count {
  passed: number;
  failed: number;
  /** The failed tests with their messages, readable without the whole output. */
  failures?: readonly string[];
}

interface Step {
  /** What it proves, for the progress line. */
  title: string;
  /** Throws a problem with its text; a count is for steps that contain many tests. */
  run(): Promise<Count>;
}

/** The used part of Vitest's JSON report (https://vitest.dev/guide/reporters#json-reporter). */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly {
    name: string;
    status: string;
    message?: string;
    assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[];
  }[];
}

/** The used part of Playwright's JSON report (https://playwright.dev/docs/test-reporters#json-reporter). */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  specs: readonly PlaywrightSpec[];
  suites?: readonly PlaywrightSuite[];
}

interface PlaywrightSpec {
  title: string;
  file: string;
  line: number;
  ok: boolean;
  tests: readonly { results: readonly PlaywrightResult[] }[];
}

interface PlaywrightResult {
  errors: readonly { message?: string }[];
  attachments: readonly { name: string; body?: string }[];
}

/** Most lines of one failure's text. */
const MOST_LINES = 25;
/** Name of the attachment with the server's log of a failed journey. */
const ACADEMY_LOG = 'what the academy logged';

const ONE_PASSED: Count = { passed: 1, failed: 0 };
const ONE_FAILED: Count = { passed: 0, failed: 1 };

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
    try {
      for (const [name, step] of Object.entries(plan)) {
        if (!chosen.includes(name)) continue;
        log(`\n== ${step.title}`);
        const began = performance.now();
        const count = await step.run().catch((error: unknown): Count => {
          log(error instanceof Error ? error.message : String(error));
          return ONE_FAILED;
        });
        total.passed += count.passed;
        total.failed += count.failed;
        if (count.failed > 0) failures.push(name, ...(count.failures ?? []).map((failure) => `  ${failure}`));
        log(`== ${name}: ${countLine(count)} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
      }
    } finally {
      rmSync(reports, { recursive: true, force: true });
    }
    if (failures.length > 0) log(['\nFailed:', ...failures].join('\n'));
    terminal.out(countLine(total));
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
      title: 'Rules and calls',
      async run() {
        const file = join(reports, 'vitest.json');
        await installSandboxTools(log);
        const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
        const { code } = await runProgram('vitest', args, { env, output: 'show' });
        const report = readReport<VitestReport>(file);
        if (report === null) return ONE_FAILED;
        // A file that does not load, and an error outside of all tests, have no failed test of their own.
        const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1);
        return { passed: report.numPassedTests, failed, failures: failuresOfVitest(report) };
      },
    },
    journeys: {
      title: 'Journeys in a browser',
      async run() {
        const file = join(reports, 'playwright.json');
        const chromium = await ensureChromium(log, { headlessShell: true });
        await installSandboxTools(log);
        const { code } = await runProgram('playwright', ['test', '--config', 'e2e', '--reporter=list,json'], {
          env: { ...env, ACADEMY_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
          output: 'show',
        });
        const report = readReport<PlaywrightReport>(file);
        if (report === null) return ONE_FAILED;
        const { expected, unexpected, flaky } = report.stats;
        // A test that passes only when it is repeated has failed.
        const failed = Math.max(unexpected + flaky, code === 0 ? 0 : 1);
        return { passed: expected, failed, failures: failuresOfPlaywright(report.suites) };
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

function failuresOfVitest({ testResults }: VitestReport): string[] {
  const failures = testResults.flatMap(({ name, message, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    const file = relative(ROOT, name);
    if (tests.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`];
    return tests.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
  return failures.length > 0 ? failures : ['an error outside of all tests, told in the output of this step'];
}

function failuresOfPlaywright(suites: readonly PlaywrightSuite[]): string[] {
  return suites.flatMap((suite) => [
    ...suite.specs
      .filter((spec) => !spec.ok)
      .map((spec) => [`${spec.file}:${spec.line} > ${spec.title}`, ...troubleOf(spec)].join('\n    ')),
    ...failuresOfPlaywright(suite.suites ?? []),
  ]);
}

/** All errors of a journey, and what its academy logged, as lines. */
function troubleOf({ tests }: PlaywrightSpec): string[] {
  const results = tests.flatMap(({ results }) => results);
  const texts = results.flatMap(({ errors, attachments }) => [
    ...errors.map(({ message }) => message),
    ...attachments
      .filter(({ name }) => name === ACADEMY_LOG)
      .map(({ body = '' }) => Buffer.from(body, 'base64').toString()),
  ]);
  return texts.flatMap((text) => linesOf(text).slice(0, MOST_LINES));
}

function firstLine(text = ''): string {
  return linesOf(text)[0] ?? '';
}

function linesOf(text = ''): string[] {
  return stripVTControlCharacters(text).trim().split('\n');
}

function sum(counts: readonly Count[]): Count {
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }));
}

function countLine({ passed, failed }: Count): string {
  return `${passed} passed, ${failed} failed`;
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}
