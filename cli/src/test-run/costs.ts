/** Where the time of one file of tests went, in seconds of the clock. Files run side by side, so their sum is more than a run took. */
export interface FileCosts {
  file: string;
  /** Import, hooks and tests. What is not among the causes below is computing. */
  seconds: number;
  /** Starts of servers, databases and programs; of a journey all hooks and fixtures. */
  start: number;
  import: number;
  /** A page in the browser: all tests of components, and what a journey does in a page. */
  browser: number;
  /** Neither computed nor started: waited for the database, a process or a time limit; of a journey: for something to appear. */
  wait: number;
}

const CAUSES = ['start', 'import', 'browser', 'wait'] as const;
const COLUMN = 9;

/** The sum of all files and the longest of them by cause, as lines of a table. */
export function costLines(costs: readonly FileCosts[], max: number): string[] {
  if (costs.length === 0) return [];
  const longest = costs.toSorted((a, b) => b.seconds - a.seconds).slice(0, max);
  const rows = [sumOf(costs, `all ${costs.length} files`), ...longest];
  return [
    ['seconds', ...CAUSES, 'other'].map((name) => name.padStart(COLUMN)).join(''),
    ...rows.map((row) => `${numbersOf(row)}  ${row.file}`),
  ];
}

/**
 * Files that took a larger part of the run than they may: as much as any file, or what is said of them. What a file imports is left
 * out, because the first of a worker imports for those after it.
 */
export function tooLong(
  costs: readonly FileCosts[],
  maxShare: number,
  exceptions: Readonly<Record<string, number>> = {},
): string[] {
  const own = (cost: FileCosts) => cost.seconds - cost.import;
  const all = costs.reduce((total, cost) => total + own(cost), 0);
  return costs.filter((cost) => own(cost) > all * (exceptions[cost.file] ?? maxShare)).map(({ file }) => file);
}

function sumOf(costs: readonly FileCosts[], file: string): FileCosts {
  const sum = { file, seconds: 0, start: 0, import: 0, browser: 0, wait: 0 };
  for (const cost of costs) for (const name of ['seconds', ...CAUSES] as const) sum[name] += cost[name];
  return sum;
}

function numbersOf(cost: FileCosts): string {
  const causes = CAUSES.map((name) => cost[name]);
  const other = Math.max(
    0,
    causes.reduce((rest, seconds) => rest - seconds, cost.seconds),
  );
  return [cost.seconds, ...causes, other].map((seconds) => seconds.toFixed(1).padStart(COLUMN)).join('');
}
