import { type Figure, formatTarget, formatValue, isMet } from '@academy/bench/figure';
import { table } from './table.ts';

/** Conditions of the measurement. */
export interface Surroundings {
  /** ISO 8601. */
  at: string;
  cores: number;
  node: string;
  /** Null when no page was measured. */
  chromium: string | null;
  /** One-minute load average before and after: measurements of a busy machine are less reliable. */
  load: [number, number];
}

const VERDICT = { true: 'met', false: 'MISSED', null: '' } as const;

/** The figures as readable lines. */
export function reportLines(figures: readonly Figure[], around: Surroundings): string[] {
  const measured = figures.filter((figure) => isMet(figure) !== null);
  const missed = measured.filter((figure) => isMet(figure) === false);
  return [
    conditionsOf(around),
    ...tablesOf(figures).flatMap(({ head, rows }) => ['', ...table(head, rows)]),
    '',
    `${measured.length - missed.length} of ${measured.length} targets met${missed.length === 0 ? '' : `; missed: ${missed.map(({ subject, name }) => `${subject} ${name}`).join(', ')}`}`,
  ];
}

/** When and where a run was, as a line. */
export const conditionsOf = ({ at, cores, node, chromium, load }: Surroundings) =>
  `${at.slice(0, 16).replace('T', ' ')} UTC, ${cores} cores, Node.js ${node}${chromium === null ? '' : `, Chromium ${chromium}`}, load ${load[0].toFixed(1)} before, ${load[1].toFixed(1)} after`;

interface FigureTable {
  area: Figure['area'];
  head: string[];
  rows: string[][];
}

const AREAS = ['pages', 'clicks', 'calls', 'starts', 'labs', 'linux', 'directories'] as const;

/** A table for each area that was measured. */
function tablesOf(figures: readonly Figure[]): FigureTable[] {
  return AREAS.flatMap((area) => {
    const ofArea = figures.filter((figure) => figure.area === area);
    if (ofArea.length === 0) return [];
    return [{ area, ...(area === 'pages' ? sideBySide(ofArea) : oneBelowTheOther(ofArea)) }];
  });
}

/**
 * Writes the tables into the page, each between the two markers of its area, with the conditions of the run above. Areas that
 * were not measured, or that the page has no markers for, stay as they are.
 */
export function withTables(page: string, figures: readonly Figure[], around: Surroundings): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return tablesOf(figures).reduce(
    (text, { area, head, rows }) =>
      between(text, area, [
        ...[`${conditionsOf(around)}.`, '', line(head), line(head.map(() => '---'))],
        ...rows.map(line),
      ]),
    page,
  );
}

/** The page with other lines between the markers of a name; unchanged without markers. */
export function between(page: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`<!-- figures of ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) return page;
  return page.slice(0, from) + [begin, '', ...lines, '', ''].join('\n') + page.slice(to);
}

/** Pages side by side, one line per measure. */
function sideBySide(figures: readonly Figure[]): Omit<FigureTable, 'area'> {
  const pages = [...new Set(figures.map(({ subject }) => subject))];
  const names = [...new Set(figures.map(({ name }) => name))];
  const cell = (figure: Figure | undefined) => {
    if (figure === undefined) return '';
    const target = formatTarget(figure);
    return `${formatValue(figure.value, figure.unit)}${target === '' ? '' : ` (${target}${isMet(figure) ? '' : ', MISSED'})`}`;
  };
  const rows = names.map((name) => [
    name,
    ...pages.map((page) => cell(figures.find((figure) => figure.subject === page && figure.name === name))),
  ]);
  return { head: ['Pages', ...pages], rows };
}

function oneBelowTheOther(figures: readonly Figure[]): Omit<FigureTable, 'area'> {
  const [area = ''] = figures.map((figure) => figure.area);
  const rows = figures.map((figure) => [
    figure.subject,
    figure.name,
    formatValue(figure.value, figure.unit),
    formatTarget(figure),
    VERDICT[`${isMet(figure)}`],
  ]);
  return { head: [`${area.charAt(0).toUpperCase()}${area.slice(1)}`, '', 'Measured', 'Target', ''], rows };
}
