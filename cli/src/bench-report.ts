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
  const { at, cores, node, chromium, load } = around;
  const measured = figures.filter((figure) => isMet(figure) !== null);
  const missed = measured.filter((figure) => isMet(figure) === false);
  return [
    `${at.slice(0, 16).replace('T', ' ')} UTC, ${cores} cores, Node.js ${node}${chromium === null ? '' : `, Chromium ${chromium}`}, load ${load[0].toFixed(1)} before, ${load[1].toFixed(1)} after`,
    ...pageLines(figures.filter(({ area }) => area === 'pages')),
    ...plainLines(
      'Clicks',
      figures.filter(({ area }) => area === 'clicks'),
    ),
    ...plainLines(
      'Calls',
      figures.filter(({ area }) => area === 'calls'),
    ),
    ...plainLines(
      'Starts',
      figures.filter(({ area }) => area === 'starts'),
    ),
    ...plainLines(
      'Labs',
      figures.filter(({ area }) => area === 'labs'),
    ),
    '',
    `${measured.length - missed.length} of ${measured.length} targets met${missed.length === 0 ? '' : `; missed: ${missed.map(({ subject, name }) => `${subject} ${name}`).join(', ')}`}`,
  ];
}

/** Pages side by side, one line per measure. */
function pageLines(figures: readonly Figure[]): string[] {
  if (figures.length === 0) return [];
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
  return ['', ...table(['Pages', ...pages], rows)];
}

function plainLines(title: string, figures: readonly Figure[]): string[] {
  if (figures.length === 0) return [];
  const rows = figures.map((figure) => [
    figure.subject,
    figure.name,
    formatValue(figure.value, figure.unit),
    formatTarget(figure),
    VERDICT[`${isMet(figure)}`],
  ]);
  return ['', ...table([title, '', 'Measured', 'Target', ''], rows)];
}
