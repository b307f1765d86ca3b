import { formatValue } from '../figure.ts';
import type { GrowthResult } from './growth.ts';
import type { CallFigures } from './measure.ts';
import { type Plot, plotOf } from './plot.ts';
import { MAY_SCAN } from './statements.ts';

/** A call's p99 may grow by this from the smallest to the largest size. */
export const MAX_GROWTH = 3;
/** Calls whose reply holds everything, so that they may grow more. */
const WHOLE_REPLIES: Readonly<Record<string, string>> = {
  ...MAY_SCAN,
  'listCourses, everything': 'the reply holds the whole catalogue; pages ask for a part',
  listContent: 'the reply holds everything that was published',
};
/** A difference in processor time against the baseline that is worth a look. */
const DEARER = 1.5;
/** Smaller costs and times are not compared: the clock of processor time ticks every ten milliseconds. */
const MIN_MS = 1;
const LONG_MS = 100;

/** The calls of the plots, by name, with words for people. */
const PLOTTED: Readonly<Record<string, string>> = {
  'getProgressOverlay, course': 'overlay of a course',
  completeLesson: 'complete a lesson',
  listCourses: 'list of courses',
  searchAcademy: 'search',
  'searchPeople, a name': 'search people by name',
  'getStats, first, as the dashboard opens': 'first figures of the dashboard',
  'putContent, a course of 2 lessons': 'publish a course of 2 lessons',
  listFavorites: 'favorites of a learner',
};

/** One call at all sizes, the smallest first. */
export interface GrownCall {
  name: string;
  as: string;
  /** One for each size. */
  figures: CallFigures[];
  /** Of the p99, from the smallest to the largest size. */
  growth: number;
}

export interface Growth {
  results: readonly GrowthResult[];
  calls: GrownCall[];
  /** What fails the bench: statements that read too much of large tables. */
  failures: string[];
  /** Calls whose p99 grew more than it may. */
  grown: string[];
  /** Calls that need more processor time than in the baseline, with how many times; empty without one. */
  dearer: string[];
}

/** Processor time of a request, ms; NaN where it is not known. */
const cost = ({ serverMs, databaseMs }: CallFigures) =>
  serverMs === null || databaseMs === null ? Number.NaN : serverMs + databaseMs;

/** Compares sizes with each other and with a baseline. */
export function growthOf(results: readonly GrowthResult[], baseline: readonly GrowthResult[]): Growth {
  const calls = (results[0]?.calls ?? []).map(({ name, as }): GrownCall => {
    const figures = results.flatMap((result) => result.calls.filter((call) => call.name === name));
    const [first, last] = [figures[0]?.p99 ?? Number.NaN, figures.at(-1)?.p99 ?? Number.NaN];
    return { name, as, figures, growth: last / first };
  });
  const failures = results.flatMap(({ size, scans }) =>
    scans.map(
      ({ sentFor, table, rows, how, ms, text }) =>
        `${sentFor} at ${size.people} people reads ${rows} rows of ${table} (${how}, ${formatValue(ms, 'ms')}): ${shortened(text)}`,
    ),
  );
  const dearer = results.flatMap(({ size, calls: measured }) => {
    const before = baseline.find((one) => one.size.people === size.people)?.calls ?? [];
    return measured.flatMap((call) => {
      const known = before.find(({ name }) => name === call.name);
      if (known === undefined) return [];
      const isDearer = cost(call) - cost(known) >= MIN_MS && cost(call) >= DEARER * cost(known);
      if (!isDearer) return [];
      return [
        `${call.name} at ${size.people} people: ${(cost(call) / cost(known)).toFixed(1)} times the processor time`,
      ];
    });
  });
  const grown = calls.filter(hasGrown).map(({ name, growth }) => `${name} (${growth.toFixed(1)})`);
  return { results, calls, failures, grown, dearer };
}

const hasGrown = ({ name, growth }: GrownCall): boolean => growth > MAX_GROWTH && !(name in WHOLE_REPLIES);

const shortened = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200);

/** The report as Markdown: tables of what was measured, and what was found. */
export function growthLines({ results, calls, failures, grown, dearer }: Growth): string[] {
  const sizes = results.map(({ size }) => `${size.people.toLocaleString('en')} people`);
  const megabytes = (bytes: number) => formatValue(bytes / 1e6, 'MB');
  const whole: [string, (result: GrowthResult) => string][] = [
    ['Courses', ({ size }) => size.courses.toLocaleString('en')],
    [
      'Filling',
      ({ filling }) =>
        formatValue(
          Object.values(filling).reduce((a, b) => a + b, 0),
          's',
        ),
    ],
    ['Database on disk', ({ databaseBytes }) => megabytes(databaseBytes)],
    ['of it the ledger', ({ tableBytes }) => megabytes(tableBytes.progress_event ?? 0)],
    ['Warm start', ({ warmStartMs }) => formatValue(warmStartMs, 'ms')],
    ['Memory of the server after the calls', ({ memoryMb }) => formatValue(memoryMb, 'MB')],
    [
      'Sign-in with a password, p50 / p99',
      ({ signIn }) => `${formatValue(signIn.p50, '')} / ${formatValue(signIn.p99, 'ms')}`,
    ],
    ...[...new Set(results.flatMap(({ work }) => Object.keys(work)))].map(
      (name): [string, (result: GrowthResult) => string] => [
        `${name[0]?.toUpperCase()}${name.slice(1)}, longest run`,
        ({ work }) => formatValue(work[name] ?? null, 'ms'),
      ],
    ),
    ['Statements with plans', ({ statements }) => String(statements)],
  ];
  const head = (first: string, more: string[] = []) => {
    const cells = [first, ...sizes, ...more];
    return [`| ${cells.join(' | ')} |`, `|${cells.map(() => '---').join('|')}|`];
  };
  const pair = ({ p50, p99 }: CallFigures) => `${formatValue(p50, '')} / ${formatValue(p99, '')}`;
  const costs = (call: CallFigures | undefined) =>
    call === undefined || call.serverMs === null
      ? ''
      : `${formatValue(call.serverMs, '')} + ${formatValue(call.databaseMs, '')}`;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)];
  return [
    ...head('Academy'),
    ...whole.map(([name, cell]) => `| ${name} | ${results.map(cell).join(' | ')} |`),
    '',
    ...head('Call, p50 / p99, ms', ['p99 grew', 'Server + database at the largest, ms']),
    ...calls.map(
      (call) =>
        `| ${call.name} | ${call.figures.map(pair).join(' | ')} | ${hasGrown(call) ? `**${call.growth.toFixed(1)}**` : call.growth.toFixed(1)} | ${costs(call.figures.at(-1))} |`,
    ),
    ...list('Large tables of which a statement reads too much:', failures),
    ...list(`p99 grew more than ${MAX_GROWTH} times:`, grown),
    ...list('Longer than a tenth of a second at the largest size:', slowest(calls)),
    ...list('More processor time than in the baseline:', dearer),
  ];
}

function slowest(calls: readonly GrownCall[]): string[] {
  return calls.flatMap(({ name, figures }) => {
    const p99 = figures.at(-1)?.p99 ?? 0;
    return p99 > LONG_MS ? [`${name}: ${formatValue(p99, 'ms')}`] : [];
  });
}

/** What docs/performance.md shows: the academies, and the calls that grew more than they may. */
export const growthPageLines = (growth: Growth): string[] =>
  growthLines({ ...growth, calls: growth.calls.filter(hasGrown), grown: [] });

/** The plots, by file name. */
export function growthPlots({ results, calls }: Pick<Growth, 'results' | 'calls'>): Record<string, string> {
  const plot = (title: string, y: string, pick: (call: CallFigures) => number): Plot => ({
    ...{ title, x: 'people', y },
    series: calls
      .filter(({ name }) => name in PLOTTED)
      .map(({ name, figures }) => ({
        name: PLOTTED[name] ?? name,
        points: figures.map((call, index) => ({ x: results[index]?.size.people ?? 1, y: pick(call) })),
      })),
  });
  return {
    'growth-p99.svg': plotOf(plot('Time of the slowest request in a hundred', 'p99, ms', ({ p99 }) => p99)),
    'growth-cost.svg': plotOf(plot('Processor time of a request', 'server and database, ms', cost)),
  };
}
