import { addressOf } from '@academy/content/lab-files/file-sources';
import { ACTIONS } from '@academy/content/workshops/action-table';
import { readProveSettings } from '@academy/contract/rules/prove-settings';
import { needsSetUp } from './engine-of.ts';
import { missingProgram } from './judge.ts';
import { fileHostsOf, needsOnlyHosts, type Obstacle, obstacleOf } from './obstacles.ts';
import { environmentNeeded, hostsNeeded } from './program-needs.ts';
import { programsOf } from './programs-of.ts';
import { BY_HAND, type StepReport } from './prove-lab.ts';
import type { LabReport } from './run-proofs.ts';

/** Characters of what is wrong with a step. */
const MAX_WORDS = 120;

const WORDS: Readonly<Record<Obstacle['kind'], (name: string) => string>> = {
  action: (name) => `unknown action \`${name}\``,
  cluster: () => 'needs a Kubernetes cluster',
  docker: () => 'needs Docker',
  failed: (name) => `does not work: ${shortened(name)}`,
  files: (name) => `files come from ${name}`,
  follows: () => 'follows a step that did not run',
  gone: (name) => `files of ${name} cannot be had`,
  host: (name) => `host ${name} not reached`,
  learner: (name) => `\`${name}\` waits for a learner`,
  program: (name) => `program \`${name}\` missing`,
  refused: (name) => `the lab is refused: ${shortened(name)}`,
  session: () => 'needs a session of its own platform',
  typed: () => 'needs a file that learners type',
};

/** What is wrong with a step, with the names of files alone, not too long. */
function shortened(message: string): string {
  const text = message.replace(/"[^"\s]*\/([^"/\s]+)"/g, '"$1"');
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}...` : text;
}

/** One lab of the table. */
export interface LabRow {
  id: string;
  engine: string;
  environment: string;
  hosts: readonly string[];
  steps: number;
  ran: number;
  /** Steps of what learners do by hand. */
  byHand: number;
  obstacles: readonly Obstacle[];
}

/** The report in which more steps ran; of two that are equal the one of a sandbox with what the lab brings along. */
export const better = (a: LabReport, b: LabReport): LabReport =>
  ranIn(b) > ranIn(a) || (ranIn(b) === ranIn(a) && b.steps.length > 0 && b.lab !== null && needsSetUp(b.lab)) ? b : a;
/** Whether a lab may do more in a sandbox: a step lacks a program, or it brings files along. */
export const wantsSandbox = ({ steps, lab }: LabReport): boolean =>
  (lab !== null && needsSetUp(lab)) ||
  steps.some(({ verdict, log }) => verdict?.code === 'lab-program-missing' || missingProgram(log) !== null);

const ranIn = ({ steps }: LabReport): number => steps.filter(({ verdict }) => verdict === null).length;

const hasByHand = ({ settings }: StepReport): boolean => readProveSettings(settings.prove).settings.byHand !== null;

/** The source that a sandbox of a lab could not have; null: it had all. */
function goneSource({ findings }: LabReport): string | null {
  const gone = findings.find(({ code }) => code === 'lab-files-missing');
  return gone === undefined ? null : (gone.message.split(' ')[0] ?? null);
}

/**
 * What the table says of a lab.
 *
 * @param inSandbox what became of it in a sandbox, when that was tried
 */
export function rowOf(report: LabReport, inSandbox: LabReport | null = null): LabRow {
  const { id, engine, steps, lab } = report;
  // Without what only its own platform has, such as the published folder itself.
  const sources = (lab?.sources.files ?? []).filter(({ kind }) => kind !== 'inline').map(addressOf);
  const gone = inSandbox === null ? null : goneSource(inSandbox);
  const obstacles: Obstacle[] =
    lab === null ? [{ kind: 'refused', name: report.findings[0]?.message ?? report.reason }] : [];
  for (const step of steps) {
    const obstacle = obstacleOf(step, { sources, hasFiles: engine === 'sandbox', isAfter: obstacles.length > 0 });
    if (obstacle?.kind === 'files' && gone !== null) obstacles.push({ kind: 'gone', name: gone });
    else if (obstacle !== null) obstacles.push(obstacle);
  }
  const programs = steps.flatMap(({ action, title }) =>
    action.startsWith('terminal:execute') ? programsOf(title) : [],
  );
  const environment = environmentNeeded(programs, lab?.data.image ?? null);
  return {
    id,
    engine: engine ?? '',
    environment,
    hosts: [
      ...new Set([
        ...(obstacles.some(({ kind }) => kind === 'files') ? fileHostsOf(sources) : []),
        ...hostsNeeded(programs, environment),
      ]),
    ],
    steps: steps.length,
    ran: ranIn(report),
    byHand: steps.filter((step) => step.action === BY_HAND || hasByHand(step)).length,
    obstacles,
  };
}

/** The reasons of a lab with their counts, the most frequent first. */
function reasonsOf(obstacles: readonly Obstacle[]): string {
  const counts = Map.groupBy(obstacles, ({ kind, name }) => WORDS[kind](name));
  return [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([words, all]) => `${words} (${all.length})`)
    .join('; ');
}

const sum = (rows: readonly LabRow[], of: (row: LabRow) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);
const number = (value: number): string => value.toLocaleString('en-US');

/** How a table was made. */
export interface TableTerms {
  /** `November 26, 2026`. */
  day: string;
  /** What learners do by hand was done as well. */
  byHand: boolean;
}

/** The table as Markdown, with its totals. */
export function tableOf(rows: readonly LabRow[], { day, byHand }: TableTerms): string {
  const isEmpty = ({ steps, obstacles }: LabRow) => steps === 0 && obstacles.length === 0;
  const isDone = ({ ran, steps, obstacles }: LabRow) => ran === steps && obstacles.length === 0;
  const ends = (row: LabRow) =>
    isEmpty(row) ? 'nothing to run' : isDone(row) ? 'yes' : needsOnlyHosts(row.obstacles) ? 'hosts' : 'no';
  const kinds = Map.groupBy(
    rows.flatMap(({ obstacles }) => obstacles),
    ({ kind }) => kind,
  );
  const cell = (text: string) => text.replaceAll('|', '\\|');
  return `# What runs of real labs

Made on ${day} by \`./academy labs prove <folder> --table docs/labs.md\`: each lab ran in the browser's engine, and where that lacks a program or
the files that the lab names in a sandbox, with these files from mirrors (\`--source-map\`) and in the environments of the machine; the row shows the engine in which more of its steps ran. How labs are
proved: [Prove that labs work](how-to/prove-labs.md).

| | |
|---|---|
| labs | ${rows.length} |
| done to the end | ${rows.filter((row) => row.steps > 0 && isDone(row)).length}, and ${rows.filter(isEmpty).length} whose pages have no step |
| done with what learners type, builds among it | ${rows.filter((row) => row.byHand > 0 && isDone(row)).length} |
| kept from it by named hosts alone | ${rows.filter((row) => !isDone(row) && needsOnlyHosts(row.obstacles)).length} |
| steps | ${number(sum(rows, ({ steps }) => steps))} |
| steps that ran | ${number(sum(rows, ({ ran }) => ran))} |
${[...kinds]
  .sort(([, a], [, b]) => b.length - a.length)
  .map(([kind, all]) => `| ${KIND_WORDS[kind]} | ${number(all.length)} |`)
  .join('\n')}
| actions that the engines know | ${ACTIONS.size} |

*Hosts* in the last column: programs and actions are there or come with Debian, and only the hosts of the row are missing; whether the lab then works to its end is not known.
${
  byHand
    ? 'A step is an action of a page, or what its learners type themselves as `--by-hand` says it, such as a build; of labs without such a file only the actions count.'
    : 'A step is an action of a page: what pages ask learners to type themselves is not among them.'
}

| Lab | Engine | Needs | Hosts | Steps | Ran | Not run, and why | To the end |
|---|---|---|---|---|---|---|---|
${rows
  .map((row) =>
    [
      row.id,
      row.engine,
      row.environment,
      row.hosts.join(', '),
      row.steps,
      row.ran,
      cell(reasonsOf(row.obstacles)),
      ends(row),
    ].join(' | '),
  )
  .map((line) => `| ${line} |`)
  .join('\n')}
`;
}

const KIND_WORDS: Readonly<Record<Obstacle['kind'], string>> = {
  action: 'steps with an unknown action',
  cluster: 'steps that need a Kubernetes cluster',
  docker: 'steps that need Docker',
  failed: 'steps that do not work as they are written',
  files: 'steps whose files come from elsewhere',
  follows: 'steps that follow one that did not run',
  gone: 'steps whose files cannot be had',
  host: 'steps that reached no host',
  learner: 'steps that wait for a learner',
  program: 'steps that lack a program',
  refused: 'labs that are refused',
  session: 'steps that need a session of their own platform',
  typed: 'steps that need a file that learners type',
};
