import type { FaultFigure } from '@academy/scripts/faults/fault';
import { table } from './table.ts';

/** One fault that was run. */
export interface FaultResult {
  name: string;
  title: string;
  seconds: number;
  outcome: { figures: FaultFigure[] } | { skipped: string } | { failed: string };
}

/** Conditions of a run. */
export interface FaultMachine {
  /** ISO 8601. */
  at: string;
  cores: number;
  /** Memory, GB. */
  memory: number;
  node: string;
  /** Version of the embedded PostgreSQL; null without one. */
  postgres: string | null;
  long: boolean;
}

/** Names of targets that were missed, and of faults that ended with an error. */
export function missedOf(results: readonly FaultResult[]): string[] {
  return results.flatMap(({ name, outcome }) => {
    if ('failed' in outcome) return [name];
    if ('skipped' in outcome) return [];
    return outcome.figures.filter(({ reached }) => reached === false).map((one) => `${name}: ${one.name}`);
  });
}

/** One fault's result as readable lines. */
export function resultLines({ name, seconds, outcome }: FaultResult): string[] {
  if ('failed' in outcome) return [`${name} FAILED: ${outcome.failed}`, ''];
  if ('skipped' in outcome) return [`${name} skipped: ${outcome.skipped}`, ''];
  return [...table([name, 'Measured', 'Target', `${Math.round(seconds)} s`], outcome.figures.map(rowOf)), ''];
}

/** `25 November 2026`, cores, memory and versions, as a sentence. */
export function machineLine({ at, cores, memory, node, postgres, long }: FaultMachine): string {
  const date = new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const database = postgres === null ? '' : `, PostgreSQL ${postgres}`;
  return `${date}, ${long ? 'long' : 'short'} form, ${cores} cores, ${memory} GB of memory, Node.js ${node}${database}.`;
}

/**
 * Writes the figures of faults that ran into the page, each between its two markers. A fault without markers gets a
 * section at the end; those that were skipped or failed leave the page as it is.
 */
export function withMeasurements(page: string, results: readonly FaultResult[], machine: FaultMachine): string {
  return results.reduce((text, result) => {
    const { name, title, outcome } = result;
    if (!('figures' in outcome)) return text;
    const [begin, end] = [`<!-- figures of ${name} -->`, `<!-- end of ${name} -->`];
    const block = [begin, '', machineLine(machine), '', ...measurements(outcome.figures), end].join('\n');
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from >= 0 && to > from) return text.slice(0, from) + block + text.slice(to + end.length);
    return `${text.trimEnd()}\n\n## ${name}\n\n${title}\n\n${block}\n`;
  }, page);
}

function rowOf(figure: FaultFigure): [string, string, string, string] {
  const { name, value, unit, target = '', reached } = figure;
  const verdict = reached === undefined ? '' : reached ? 'met' : 'MISSED';
  return [name, unit === '' ? `${value}` : `${value} ${unit}`, target, verdict];
}

/** Figures that have to be exact and are, as a sentence; all others as a table. */
function measurements(figures: readonly FaultFigure[]): string[] {
  const isExact = ({ target = '', reached }: FaultFigure) => target.startsWith('= ') && reached === true;
  const exact = figures.filter(isExact).map((figure) => rowOf(figure).slice(0, 2).join(' '));
  const others = figures.filter((figure) => !isExact(figure));
  return [
    ...(exact.length === 0 ? [] : [`As it has to be: ${exact.join('; ')}.`, '']),
    ...(others.length === 0 ? [] : [...markdownTable(others), '']),
  ];
}

function markdownTable(figures: readonly FaultFigure[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(['Figure', 'Measured', 'Target', '']), '|---|---|---|---|', ...figures.map((one) => line(rowOf(one)))];
}
