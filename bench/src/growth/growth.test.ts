import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@academy/contract/calls';
import { expect, onTestFinished, test } from 'vitest';
import { GROWTH_CALLS, LEFT_OUT } from './all-calls.ts';
import { explainedIn, scansIn } from './explain.ts';
import { fillAcademy, measureAcademy } from './growth.ts';
import { nameOf } from './growth-call.ts';
import type { CallFigures } from './measure.ts';
import { plotOf } from './plot.ts';
import { growthLines, growthOf, growthPlots } from './report.ts';
import { forbiddenScans, knownStatements } from './statements.ts';

const SMALL = { people: 200, courses: 10 };

test('every call is measured with growth, or left out for a reason', () => {
  const measured = new Set(GROWTH_CALLS.map(({ call }) => call.name));
  expect(CALLS.map(({ name }) => name).filter((name) => !measured.has(name) && !(name in LEFT_OUT))).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter((name) => measured.has(name))).toEqual([]);
  expect(new Set(GROWTH_CALLS.map(nameOf)).size).toBe(GROWTH_CALLS.length);
});

/** Takes half a minute. */
const isWhole = process.env.ACADEMY_TEST_ALL === '1';

test.runIf(isWhole)(
  'a small academy is filled by SQL, and each call of it succeeds',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'academy-growth-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const options = { learners: 16, max: 2, plansFile: null, log: () => {} };
    const result = await measureAcademy(await fillAcademy(join(folder, 'data'), SMALL, options), options);
    expect(result.calls.map(({ name }) => name)).toEqual(GROWTH_CALLS.map(nameOf));
    expect(result.calls.filter(({ requests, failure }) => requests === 0 || failure !== null)).toEqual([]);
    // About three hundred are known; fewer than the calls would mean that plans are no longer found.
    expect(result.statements).toBeGreaterThan(GROWTH_CALLS.length);
    expect(result.scans).toEqual([]);
    expect(result.work).toHaveProperty('deleting old records');
  },
  480_000,
);

const SCAN = { 'Node Type': 'Seq Scan', 'Relation Name': 'person', 'Actual Rows': 20_000, 'Actual Loops': 1 };
const SIZES = new Map([
  ['person', 1_000_000],
  ['alert', 30],
]);

test('a plan that reads a large table from beginning to end is found', () => {
  const plan = { 'Node Type': 'Limit', Plans: [SCAN] };
  expect(scansIn(plan, SIZES)).toEqual([{ table: 'person', rows: 20_000, how: 'Seq Scan' }]);
  expect(scansIn({ ...SCAN, 'Actual Rows': 5, 'Rows Removed by Filter': 30_000 }, SIZES)).toHaveLength(1);
  expect(scansIn({ ...SCAN, 'Actual Rows': 5 }, SIZES)).toEqual([]);
  expect(scansIn({ ...SCAN, 'Relation Name': 'alert' }, SIZES)).toEqual([]);
  expect(scansIn({ ...SCAN, 'Node Type': 'Index Scan' }, SIZES)).toEqual([]);
});

test('a plan that counts a large table by its index is found, too', () => {
  const by = (how: string, more: object) => scansIn({ ...SCAN, 'Node Type': how, ...more }, SIZES);
  expect(by('Index Only Scan', { 'Actual Rows': 900_000 })).toEqual([
    { table: 'person', rows: 900_000, how: 'Index Only Scan' },
  ]);
  expect(by('Index Scan', { 'Actual Rows': 1, 'Rows Removed by Filter': 300_000 })).toHaveLength(1);
  expect(by('Bitmap Heap Scan', { 'Rows Removed by Index Recheck': 300_000 })).toHaveLength(1);
  expect(by('Index Scan', { 'Actual Rows': 2, 'Actual Loops': 5_000 })).toEqual([]);
});

test('a statement about a learner must not read the catalogue as a whole', () => {
  const sizes = new Map([['content_item', 100_000]]);
  const scansOf = (text: string) => {
    const plan = { ...SCAN, 'Relation Name': 'content_item' };
    const found = [{ during: 'getProgressOverlay, course', statement: { text, ms: 1, plan } }];
    return forbiddenScans(knownStatements(found, { senders: new Map(), work: new Map() }, sizes));
  };
  expect(scansOf('select * from content_item')).toEqual([]);
  expect(scansOf('select * from favorite where exists (select from content_item)')).toHaveLength(1);
});

test('a scan is ascribed to the call that sent it, and exports may scan', () => {
  const text = 'select * from person';
  const message = `duration: 12.500 ms  plan:\n${JSON.stringify({ 'Query Text': text, Plan: SCAN })}`;
  const [statement] = explainedIn(
    `${JSON.stringify({ message })}\n${JSON.stringify({ message: 'checkpoint starting' })}\n`,
  );
  expect(statement).toMatchObject({ text, ms: 12.5 });
  const scansOf = (during: string, senders: [string, Set<string>][]) =>
    forbiddenScans(
      knownStatements(
        statement === undefined ? [] : [{ during, statement }],
        { senders: new Map(senders), work: new Map() },
        SIZES,
      ),
    ).map(({ sentFor, table }) => [sentFor, table]);
  expect(scansOf('getStats, again', [])).toEqual([['getStats, again', 'person']]);
  expect(scansOf('listCourses', [[text, new Set(['counting'])]])).toEqual([['counting', 'person']]);
  expect(scansOf('exportPeople', [[text, new Set(['exportPeople'])]])).toEqual([]);
});

const figures = (p99: number, serverMs: number): CallFigures => ({
  ...{ name: 'listCourses', as: 'visitor', requests: 100, failure: null },
  ...{ p50: p99 / 2, p99, serverMs, databaseMs: 0 },
});
const resultOf = (people: number, p99: number, serverMs: number) => ({
  ...{ size: { people, courses: 10 }, filling: { person: 1 }, databaseBytes: 1e9, tableBytes: { progress_event: 1e8 } },
  ...{ warmStartMs: 900, memoryMb: 200, signIn: { p50: 50, p99: 90 }, work: { cleaning: 5 }, statements: 3, scans: [] },
  calls: [figures(p99, serverMs)],
});

test('calls that grew too much, and those dearer than before, are named', () => {
  const results = [resultOf(1_000, 2, 1), resultOf(1_000_000, 8, 6)];
  const growth = growthOf(results, [resultOf(1_000_000, 8, 3)]);
  expect(growth.grown).toEqual(['listCourses (4.0)']);
  expect(growth.dearer).toEqual(['listCourses at 1000000 people: 2.0 times the processor time']);
  expect(growthLines(growth)).toContain('| listCourses | 1 / 2 | 4 / 8 | **4.0** | 6 + 0 |');
  expect(growthOf([resultOf(1_000, 2, 1), resultOf(1_000_000, 5, 1)], []).grown).toEqual([]);
  const exported = [resultOf(1_000, 2, 1), resultOf(1_000_000, 200, 6)].map((result) => ({
    ...result,
    calls: result.calls.map((call) => ({ ...call, name: 'exportPeople' })),
  }));
  expect(growthOf(exported, []).grown).toEqual([]);
});

test('plots are drawn with a line for each call and colors for both surfaces', () => {
  const plots = growthPlots(growthOf([resultOf(1_000, 2, 1), resultOf(1_000_000, 8, 6)], []));
  expect(Object.keys(plots)).toEqual(['growth-p99.svg', 'growth-cost.svg']);
  const svg = plotOf({
    ...{ title: 'A <plot>', x: 'people', y: 'ms' },
    series: ['one', 'two'].map((name) => ({
      name,
      points: [
        { x: 1_000, y: 1 },
        { x: 10_000, y: 10 },
        { x: 100_000, y: 0 },
      ],
    })),
  });
  expect(svg.match(/class="line /g)).toHaveLength(2);
  expect(svg.match(/<circle/g)).toHaveLength(4);
  expect(svg).toContain('A &lt;plot&gt;');
  expect(svg).toContain('prefers-color-scheme:dark');
});
