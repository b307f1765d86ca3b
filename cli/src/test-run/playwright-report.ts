import { type Count, linesOf } from './count.ts';

/** The used part of Playwright's JSON report (https://playwright.dev/docs/test-reporters#json-reporter). */
export interface PlaywrightReport {
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

/** Most lines of one failure’s text. */
const MAX_LINES = 25;
/** Name of the attachment with the log of the academy of a failed journey. */
const ACADEMY_LOG = 'what the academy logged';

/** @param code exit code of Playwright */
export function countOfPlaywright({ stats, suites }: PlaywrightReport, code: number): Count {
  const specs = suites.flatMap(specsOf);
  return {
    passed: stats.expected,
    // A test that passes only when it is repeated has failed.
    failed: Math.max(stats.unexpected + stats.flaky, code === 0 ? 0 : 1),
    failures: specs
      .filter((spec) => !spec.ok)
      .map((spec) => [`${spec.file}:${spec.line} > ${spec.title}`, ...troubleOf(spec)].join('\n    ')),
  };
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** All errors of a journey, and what its academy logged, as lines. */
function troubleOf({ tests }: PlaywrightSpec): string[] {
  const results = tests.flatMap((test) => test.results);
  const texts = results.flatMap(({ errors, attachments }) => [
    ...errors.map(({ message }) => message),
    ...attachments
      .filter(({ name }) => name === ACADEMY_LOG)
      .map(({ body = '' }) => Buffer.from(body, 'base64').toString()),
  ]);
  return texts.flatMap((text) => linesOf(text).slice(0, MAX_LINES));
}
