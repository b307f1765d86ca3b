import { escapeXml, XML_HEAD } from '@academy/server/values/xml';
import { lastOf } from './proof-record.ts';
import type { LabReport } from './run-proofs.ts';

const MAX_OUTPUT = 10_000;

/** The reports as JUnit XML: a test suite for each lab, a test case for each step. */
export function junitOf(reports: readonly LabReport[]): string {
  const suites = reports.map(suiteOf);
  const sum = (of: (report: LabReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const head = attributes({
    name: 'labs prove',
    tests: sum(testsOf),
    failures: sum(failuresOf),
    skipped: sum(skippedOf),
    time: sum(({ seconds }) => seconds).toFixed(3),
  });
  return `${XML_HEAD}<testsuites${head}>\n${suites.join('')}</testsuites>\n`;
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');

const skippedOf = ({ outcome, steps }: LabReport): number =>
  outcome === 'unproved' ? 1 : steps.filter((step) => step.outcome === 'skipped').length;

const failuresOf = ({ findings }: LabReport): number =>
  findings.filter(({ severity }) => severity !== 'warning').length;

/** A lab without steps is one case of its own: that it could not be run, or why it was refused. */
const testsOf = (report: LabReport): number =>
  report.outcome === 'unproved' ? 1 : Math.max(report.steps.length, failuresOf(report));

function suiteOf(report: LabReport): string {
  const { id, steps, findings, seconds, outcome, reason } = report;
  const head = attributes({
    name: id,
    tests: testsOf(report),
    failures: failuresOf(report),
    skipped: skippedOf(report),
    time: seconds.toFixed(3),
  });
  const body =
    outcome === 'unproved'
      ? testCase(id, 'start', 0, `<skipped${attributes({ message: reason })}/>`)
      : steps.length > 0
        ? steps.map((step) => stepCase(id, step)).join('')
        : findings.map(({ file, line, code, message }) => refusedCase(id, file, line, code, message)).join('');
  return `  <testsuite${head}>\n${body}  </testsuite>\n`;
}

function testCase(classname: string, name: string, seconds: number, inside: string): string {
  const head = attributes({ classname, name, time: seconds.toFixed(3) });
  return inside === '' ? `    <testcase${head}/>\n` : `    <testcase${head}>${inside}</testcase>\n`;
}

function stepCase(id: string, { page, title, file, line, outcome, seconds, log, verdict }: LabReport['steps'][number]) {
  const name = `${file}:${line} ${(title.split('\n')[0] ?? '').slice(0, 200)}`;
  const output = log === '' ? '' : `<system-out>${escapeXml(lastOf(log, MAX_OUTPUT))}</system-out>`;
  if (outcome === 'skipped')
    return testCase(`${id}.${page}`, name, seconds, `<skipped${attributes({ message: log })}/>`);
  const failure =
    verdict === null
      ? ''
      : `<failure${attributes({ type: verdict.code, message: verdict.message })}>${escapeXml(`${file}:${line}`)}</failure>`;
  return testCase(`${id}.${page}`, name, seconds, failure + output);
}

function refusedCase(id: string, file: string, line: number, code: string, message: string): string {
  return testCase(id, `${file}:${line}`, 0, `<failure${attributes({ type: code, message })}/>`);
}
