import { statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findItems } from '@academy/content/find-items';
import type { FoundItem } from '@academy/content/found-item';
import { environmentsFolderOf } from '@academy/lab-host/environments/environments-folder';
import type { Warming } from '@academy/lab-host/environments/warm-home';
import { labImagesFolder } from '@academy/server/labs/lab-images';
import { LAB_SETTINGS } from '@academy/server/labs/lab-settings';
import { loadTenants } from '@academy/tenants';
import { CommandProblem, defineCommand, EXIT, numberOption, type Terminal, usageProblem } from '../../command.ts';
import { REFRESH_OPTION } from '../../lab-files/fetch-held.ts';
import { provingFiles } from '../../lab-files/proving-files.ts';
import { SOURCE_MAP_OPTION, sourceMap } from '../../lab-files/source-map.ts';
import { dataFolderOf } from '../../paths.ts';
import { counted } from '../../publishing/report.ts';
import { tenantMap } from '../../publishing/tenant-map.ts';
import { labSetting } from '../lab-setting.ts';
import { ByHandUnreadable } from './by-hand.ts';
import { changedFiles, isChanged } from './changed-files.ts';
import { PROVING_ENGINES } from './engine-of.ts';
import { junitOf } from './junit.ts';
import { better, rowOf, tableOf, wantsSandbox } from './labs-table.ts';
import { exitOf, jsonOf, labLines, totalsLine } from './proof-report.ts';
import { provingMachines } from './proving-machines.ts';
import { provingSandboxes } from './proving-sandboxes.ts';
import { type LabReport, type ProofTerms, type ProvingSandboxes, runProofs } from './run-proofs.ts';

/** Time limit of a step whose author names none, seconds. */
const STEP_SECONDS = 120;
/** The browser with an image, as `--engine` says it. */
const LINUX = 'linux';
/** Sandboxes are tried only where one is needed. */
const NO_SANDBOXES = { problem: 'no sandbox is needed', open: () => Promise.reject(new Error('no sandbox is needed')) };

/** Options of commands that run labs. */
export const PROVING_OPTIONS = {
  tenant: { type: 'string', value: '<tenant>', about: 'The academy; otherwise the lessons with the labs tell it' },
  'tenant-map': {
    type: 'string',
    multiple: true,
    value: '<folder>=<tenant>',
    about: 'The academy of a folder whose ids do not tell it; may be given several times',
  },
  data: { type: 'string', value: '<folder>', about: 'Data folder whose environments are used' },
  seconds: { type: 'string', value: '<seconds>', about: `Time limit of a step (${STEP_SECONDS})` },
  'by-hand': {
    type: 'string',
    value: '<folder>',
    about: 'What learners do by hand, a file <workshop>.yaml each, for labs of others',
  },
  'source-map': SOURCE_MAP_OPTION,
  'refresh-files': REFRESH_OPTION,
} as const;

interface ProvingValues {
  tenant?: string;
  'tenant-map'?: string[];
  engine?: string;
  data?: string;
  seconds?: string;
  'by-hand'?: string;
  'source-map'?: string[];
  'refresh-files'?: boolean;
  changed?: string;
  record?: boolean;
}

/** What a command does with labs that it can run. */
interface Proving {
  found: readonly FoundItem[];
  sandboxes: ProvingSandboxes;
  /** Runs the labs; each is reported as a line when `isQuiet` is not set. */
  prove(more?: Partial<ProofTerms>): Promise<LabReport[]>;
  stopped(): boolean;
}

/**
 * Finds the labs of folders and hands them to `work`, which runs them.
 *
 * @param command that is run, for the words of wrong uses
 * @param warmings where given, what labs fetch is written there
 */
export async function withLabs(
  {
    values,
    terminal,
    words,
    command,
  }: { values: ProvingValues; terminal: Terminal; words: readonly string[]; command: string },
  { isQuiet = false, warmings = null }: { isQuiet?: boolean; warmings?: Map<string, Warming> | null },
  work: (proving: Proving) => Promise<number>,
): Promise<number> {
  const tenants = [...(await loadTenants()).keys()];
  const { tenant: tenantId = null, engine } = values;
  if (tenantId !== null && !tenants.includes(tenantId))
    throw usageProblem(`There is no tenant "${tenantId}"; there are: ${tenants.join(', ')}.`, command);
  // A Linux in the browser is no provider of its own.
  const chosen = engine === LINUX ? 'browser' : (PROVING_ENGINES.find((one) => one === engine) ?? null);
  if (engine !== undefined && chosen === null)
    throw usageProblem(`Labs can be proved in ${[...PROVING_ENGINES, LINUX].join(', ')}, not in "${engine}".`, command);
  const seconds = numberOption(values.seconds, 'seconds', { min: 1, max: 3_600 }, command) ?? STEP_SECONDS;
  const folders = (words.length === 0 ? ['.'] : words).map((word) => folderOf(word, terminal, command));
  const base = folders[0] ?? terminal.cwd;
  const all = await workshopsIn(folders);
  const found = values.changed === undefined ? all : await changedOf(all, folders, values.changed);
  if (all.length === 0) throw usageProblem(`There is no workshop in ${words.join(', ') || '.'}.`, command);
  const engines = labSetting(LAB_SETTINGS.labEngines, terminal, command) ?? {};
  const terms = sandboxTerms(values.data, terminal, command);
  const needsSandboxes = chosen !== 'browser' && found.length > 0;
  const sandboxes = needsSandboxes ? await provingSandboxes(terms, warmings) : NO_SANDBOXES;
  const files = provingFiles({
    map: sourceMap(values['source-map'] ?? [], { cwd: terminal.cwd, base, command }),
    env: { ...terminal.env },
    refresh: values['refresh-files'] === true,
  });
  const images = labImagesFolder(
    dataFolderOf(values.data, terminal),
    labSetting(LAB_SETTINGS.labMachines, terminal, command),
  );
  const machines = engine === 'browser' ? null : provingMachines(images);
  if (engine === LINUX && machines === null)
    throw new CommandProblem(
      EXIT.failed,
      `There is no image of a Linux machine in ${images}.`,
      'Make one: "./academy labs image add shell".',
    );
  let isStopped = false;
  const stopListening = terminal.onInterrupt?.(() => {
    isStopped = true;
    terminal.err('Stopping after this step (press Ctrl-C again to break off).');
  });
  const stopped = () => isStopped;
  const proof: ProofTerms = {
    ...{ found, base, tenants, tenantId, chosen, engines, sandboxes, machines, files, seconds, stopped },
    tenantOfFolder: tenantMap(values['tenant-map'] ?? [], [base, terminal.cwd], tenants, command),
    fallback: null,
    byHand: values['by-hand'] === undefined ? null : folderOf(values['by-hand'], terminal, command),
    record: values.record === true,
    environment: { ...terminal.env },
    now: () => new Date(),
    onStep: (id, { title }) => terminal.status?.(`${id}: ${title.split('\n')[0]}`),
  };
  const prove = (more: Partial<ProofTerms> = {}) =>
    runProofs({ ...proof, ...more }, (report) => {
      terminal.status?.('');
      if (!isQuiet) for (const line of labLines(report, terminal.cwd, terminal.paint)) terminal.out(line);
    });
  try {
    return await work({ found, sandboxes, prove, stopped });
  } catch (error) {
    if (error instanceof ByHandUnreadable) throw new CommandProblem(EXIT.failed, `${error.message}.`, 'Mend the file.');
    throw error;
  } finally {
    terminal.status?.('');
    stopListening?.();
    files.close();
  }
}

const sandboxTerms = (data: string | undefined, terminal: Terminal, command: string) => ({
  megabytes: labSetting(LAB_SETTINGS.labSandboxMegabytes, terminal, command),
  folder: environmentsFolderOf(
    dataFolderOf(data, terminal),
    labSetting(LAB_SETTINGS.labEnvironments, terminal, command),
  ),
  images: labSetting(LAB_SETTINGS.labImages, terminal, command) ?? {},
});

export const labsProve = defineCommand({
  name: 'labs prove',
  summary: 'Run every step of labs as a learner would, and report the steps that do not work.',
  details: [
    'Searches the folders, with all folders in them, for workshops; the current one when none is named.',
    'Each workshop runs in its engine: all its actions in the order of its pages. Each check must fail before them and',
    'pass after them, each command must end with the status that its author expects.',
    'Exit status: 0 well, 1 findings, or labs whose engine cannot be used here, 2 wrong use.',
  ],
  words: ['[<folder>...]'],
  options: {
    ...PROVING_OPTIONS,
    engine: {
      type: 'string',
      value: '<engine>',
      about: `Run all labs in this engine: ${PROVING_ENGINES.join(' or ')} (its light shell), or ${LINUX} (its machines)`,
    },
    changed: { type: 'string', value: '<commit>', about: 'Only labs whose files differ from this commit' },
    record: { type: 'boolean', about: 'Write proof.json beside each proved lab, to be published with it' },
    junit: { type: 'string', value: '<file>', about: 'Also write the results as JUnit XML' },
    table: {
      type: 'string',
      value: '<file>',
      about: 'Run all labs in each engine of this machine, and write a table of what ran and what did not',
    },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  run(values, terminal, words) {
    const task = { values, terminal, words, command: 'labs prove' };
    return withLabs(task, { isQuiet: values.json === true }, async ({ sandboxes, prove, stopped }) => {
      if (values.table !== undefined) {
        const inBrowser = await prove({ chosen: 'browser', record: false });
        // A sandbox has more programs, and what a lab brings along.
        const more = sandboxes.problem === null ? inBrowser.filter(wantsSandbox).map((report) => report.found) : [];
        const inSandboxes = await prove({ found: more, chosen: 'sandbox', record: false });
        const other = new Map(inSandboxes.map((report) => [report.found, report]));
        const rows = inBrowser.map((report) => {
          const inSandbox = other.get(report.found) ?? null;
          return rowOf(inSandbox === null ? report : better(report, inSandbox), inSandbox);
        });
        const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
        writeFileSync(
          resolve(terminal.cwd, values.table),
          tableOf(rows, { day, byHand: values['by-hand'] !== undefined }),
        );
        terminal.out(`The table of ${counted(rows.length, 'workshop')} is in ${values.table}.`);
        return stopped() ? EXIT.failed : EXIT.ok;
      }
      const reports = await prove();
      if (values.junit !== undefined) writeFileSync(resolve(terminal.cwd, values.junit), junitOf(reports));
      if (values.json === true) terminal.out(jsonOf(reports, terminal.cwd));
      else {
        const line = totalsLine(reports);
        terminal.out(terminal.paint?.('bold', line) ?? line);
      }
      return stopped() ? EXIT.failed : exitOf(reports);
    });
  },
});

function folderOf(word: string, { cwd }: Terminal, command: string): string {
  const folder = resolve(cwd, word);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw usageProblem(`There is no folder ${word}.`, command);
}

/** The workshops of folders that may lie inside each other, each once. */
async function workshopsIn(folders: readonly string[]): Promise<FoundItem[]> {
  const found = new Map<string, FoundItem>();
  for (const folder of folders)
    for (const item of await findItems(['workshop'], folder)) {
      const key = JSON.stringify([item.root, item.file, item.identity]);
      if (!found.has(key)) found.set(key, item);
    }
  return [...found.values()];
}

async function changedOf(found: readonly FoundItem[], folders: readonly string[], commit: string) {
  const lists = await Promise.all(folders.map((folder) => changedFiles(folder, commit)));
  if (lists.includes(null))
    throw usageProblem(`git knows no commit "${commit}" here, so --changed cannot tell what is new.`, 'labs prove');
  const changed = lists.flatMap((list) => list ?? []);
  return found.filter((item) => isChanged(item, changed));
}
