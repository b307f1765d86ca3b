import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { HOST_ENVIRONMENT } from '@academy/contract/rules/lab-environments';
import { addEnvironment, removeEnvironment, removeFormer } from '@academy/lab-host/environments/add-environment';
import {
  EnvironmentNameSchema,
  EnvironmentUnreadable,
  type LabEnvironment,
  readEnvironment,
} from '@academy/lab-host/environments/environment';
import { imagesOf } from '@academy/lab-host/environments/environment-registry';
import { environmentsFolderOf, partsOf, storedEnvironments } from '@academy/lab-host/environments/environments-folder';
import { EnvironmentProblem } from '@academy/lab-host/environments/run-tool';
import { checkEnvironment } from '@academy/lab-host/environments/try-environment';
import { readSettings } from '@academy/server/composition/read-settings';
import type { Settings } from '@academy/server/composition/settings';
import { explainSystemError } from '@academy/server/settings/start-problem';
import { makeFolder } from '@academy/server/values/make-folder';
import * as v from 'valibot';
import { CommandProblem, defineCommand, EXIT, type Terminal, usageProblem } from '../command.ts';
import { dataFolderOf } from '../paths.ts';
import { table } from '../table.ts';
import { labsThatUse } from './labs-that-use.ts';

const DATA = {
  type: 'string',
  value: '<folder>',
  about: 'Data folder of the academy (default .academy in the repository)',
} as const;
const JSON_OPTION = { type: 'boolean', about: 'Print JSON' } as const;
const MEGABYTE = 1024 * 1024;
/** Others may pass a new data folder, and not list it. */
const PASSABLE = 0o711;

/** The settings, and the folder of environments that they name. */
function placeOf(data: string | undefined, terminal: Terminal): { settings: Settings; folder: string } {
  const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) });
  return { settings, folder: environmentsFolderOf(settings.dataFolder, settings.labEnvironments) };
}

function nameOf(given: string | undefined, command: string): string {
  const result = v.safeParse(EnvironmentNameSchema, given);
  if (result.success) return result.output;
  throw usageProblem(`The name "${given}" ${result.issues[0].message}.`, command);
}

function presentName(given: string | undefined, folder: string, command: string): string {
  const name = nameOf(given, command);
  if (existsSync(partsOf(folder, name).home)) return name;
  const names = storedEnvironments(folder).map((one) => one.name);
  const there = names.length === 0 ? 'there is none' : `there are: ${names.join(', ')}`;
  throw new CommandProblem(
    EXIT.failed,
    `There is no environment "${name}"; ${there}.`,
    'Choose one of them, or add it.',
  );
}

/** Problems of making and checking are problems of the command. */
async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EnvironmentProblem) throw new CommandProblem(EXIT.failed, error.message, error.nextStep);
    throw error;
  }
}

export const environmentAdd = defineCommand({
  name: 'labs environment add',
  summary: 'Make an environment for labs in sandboxes.',
  details: [
    'From Debian packages (--from debian:git,curl), an image (--from oci:docker.io/library/node:22, or a folder in the OCI',
    'layout) or a folder (--from folder:/srv/root). --file names a file with everything else: variables, ports, caches, hosts,',
    'limits, tools. It is tried before it is kept; one that fails leaves nothing. docs/how-to/lab-environments.md tells more.',
  ],
  words: ['<name>'],
  options: {
    from: { type: 'string', value: '<source>', about: 'debian:<packages>, oci:<image> or folder:<folder>' },
    file: { type: 'string', short: 'f', value: '<file>', about: 'An environment.json' },
    title: { type: 'string', value: '<text>', about: 'As learners read it (default: the name)' },
    image: {
      type: 'string',
      multiple: true,
      value: '<image>',
      about: 'Image of workshops that it stands for; may be given several times',
    },
    replace: {
      type: 'boolean',
      about: 'Make a present one anew, from its own file where neither --from nor --file is given',
    },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal, [word]) {
    const command = 'labs environment add';
    const { folder } = placeOf(values.data, terminal);
    const name = nameOf(word, command);
    const isThere = existsSync(partsOf(folder, name).home);
    if (isThere && values.replace !== true)
      throw new CommandProblem(
        EXIT.failed,
        `There is an environment "${name}".`,
        'Make it anew with --replace, or choose another name.',
      );
    const present = isThere && values.from === undefined ? partsOf(folder, name).file : undefined;
    const file = values.file === undefined ? present : resolve(terminal.cwd, values.file);
    const environment = written(file, values.from, name, command);
    const cwd = file === undefined || values.from !== undefined ? terminal.cwd : dirname(file);
    const whole: LabEnvironment = {
      ...environment,
      // Beside the file that names them, wherever the environment lies afterwards.
      caches: environment.caches.map(({ from, to }) => ({ from: resolve(cwd, from), to })),
      gradleDistribution: environment.gradleDistribution.map((one) => resolve(cwd, one)),
      ...(values.title === undefined ? {} : { title: values.title }),
      images: [...new Set([...environment.images, ...(values.image ?? [])])],
    };
    const onLine = (line: string) => terminal.status?.(line);
    try {
      makeFolder(dirname(folder), PASSABLE);
    } catch (error) {
      throw explainSystemError(error, dirname(folder));
    }
    const record = await explaining(() => addEnvironment({ folder, name, environment: whole, cwd, onLine }));
    terminal.status?.('');
    if (values.json === true) terminal.out(JSON.stringify({ name, ...record }));
    else {
      terminal.out(`${name} is in ${partsOf(folder, name).home}: ${record.files} files, ${megabytes(record.bytes)}.`);
      for (const [tool, version] of Object.entries(record.versions)) terminal.out(`  ${tool}: ${version}`);
      if (file === undefined)
        terminal.out(`Write variables, ports, hosts and limits into ${partsOf(folder, name).file}.`);
    }
    return EXIT.ok;
  },
});

/** What an operator wrote, with another source where one is given. */
function written(file: string | undefined, from: string | undefined, name: string, command: string): LabEnvironment {
  if (file === undefined && from === undefined)
    throw usageProblem('One of the options --from and --file is missing.', command);
  if (file !== undefined && !existsSync(file)) throw usageProblem(`There is no file ${file}.`, command);
  const text = file === undefined ? JSON.stringify({ title: name, from }) : readFileSync(file, 'utf8');
  try {
    return readEnvironment(from === undefined ? text : withSource(text, from));
  } catch (error) {
    if (!(error instanceof EnvironmentUnreadable)) throw error;
    const what = file === undefined ? `--from ${from}` : file;
    throw new CommandProblem(
      EXIT.failed,
      `${what} cannot be used: ${error.message}.`,
      'docs/how-to/lab-environments.md explains the fields.',
    );
  }
}

function withSource(text: string, from: string): string {
  try {
    return JSON.stringify({ ...(JSON.parse(text) as object), from });
  } catch {
    return text;
  }
}

export const environmentList = defineCommand({
  name: 'labs environment list',
  summary: 'List the environments, the images they stand for, and what is wrong.',
  options: { data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const { settings, folder } = placeOf(values.data, terminal);
    const all = storedEnvironments(folder, [settings.dataFolder]);
    const images = Object.entries(imagesOf(all, settings.labImages ?? {}));
    const rows = all.map(({ name, environment, record, problem }) => ({
      name,
      title: environment?.title ?? null,
      from: environment?.from ?? null,
      images: images.flatMap(([image, standsIn]) => (standsIn === name ? [image] : [])),
      bytes: record?.bytes ?? null,
      digest: record?.digest ?? null,
      madeAt: record?.madeAt ?? null,
      checkedAt: record?.checkedAt ?? null,
      versions: record?.versions ?? {},
      problem,
    }));
    if (values.json === true) terminal.out(JSON.stringify(rows));
    else {
      const lines = table(
        ['Name', 'Title', 'Size', 'Checked', 'Stands for', 'State'],
        [
          ...rows.map((row) => [
            row.name,
            row.title ?? '',
            row.bytes === null ? '' : megabytes(row.bytes),
            row.checkedAt?.slice(0, 10) ?? '',
            row.images.join(', '),
            row.problem ?? 'ready',
          ]),
          [HOST_ENVIRONMENT, 'The programs of this machine', '', '', '', 'where nothing else is named'],
        ],
      );
      for (const line of lines) terminal.out(line);
    }
    return EXIT.ok;
  },
});

export const environmentCheck = defineCommand({
  name: 'labs environment check',
  summary: 'Compare all files of environments with what was added, and try their programs.',
  details: ['Without a name all environments are checked.'],
  words: ['[<name>]'],
  options: {
    accept: { type: 'boolean', about: 'Take the files as they are, after you have changed them' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal, [word]) {
    const { folder } = placeOf(values.data, terminal);
    const names =
      word === undefined
        ? storedEnvironments(folder).map(({ name }) => name)
        : [presentName(word, folder, 'labs environment check')];
    const results = [];
    for (const name of names) {
      terminal.status?.(`Checking ${name}`);
      results.push(await checkEnvironment(folder, name, { isAccepted: values.accept === true }));
    }
    terminal.status?.('');
    removeFormer(folder);
    if (values.json === true) terminal.out(JSON.stringify(results));
    else {
      if (names.length === 0) terminal.out('There is no environment.');
      for (const { name, record, problem, nextStep, changed } of results) {
        terminal.out(problem === null ? `${name}: as it was added, ${record?.files ?? 0} files.` : problem);
        if (nextStep !== null) terminal.out(`  Next: ${nextStep}`);
        for (const line of changed) terminal.out(`  ${line}`);
      }
    }
    return results.some(({ problem }) => problem !== null) ? EXIT.failed : EXIT.ok;
  },
});

export const environmentRemove = defineCommand({
  name: 'labs environment remove',
  summary: 'Remove environments; refused while a published lab names them.',
  details: ['With --unused all environments that no published lab names are removed.'],
  words: ['[<name>]'],
  options: {
    unused: { type: 'boolean', about: 'All that no published lab names' },
    force: { type: 'boolean', about: 'Also those that published labs name, which then cannot be started' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal, [word]) {
    const command = 'labs environment remove';
    const { settings, folder } = placeOf(values.data, terminal);
    if ((word === undefined) === (values.unused !== true))
      throw usageProblem('Either a name or --unused is needed.', command);
    const all = storedEnvironments(folder);
    const named = word === undefined ? all.map(({ name }) => name) : [presentName(word, folder, command)];
    const used = values.force === true ? new Map<string, string[]>() : await labsThatUse(settings, all);
    const isUsed = (name: string) => (used.get(name) ?? []).length > 0;
    const kept = named.filter(isUsed);
    if (values.unused !== true && kept.length > 0)
      throw new CommandProblem(
        EXIT.failed,
        `Published labs use ${kept.map((name) => `${name} (${used.get(name)?.join(', ')})`).join('; ')}.`,
        'Let these labs name another environment, or add --force: these labs can no longer be started then.',
      );
    const removed = named.filter((name) => !isUsed(name));
    for (const name of removed) removeEnvironment(folder, name);
    const running = removeFormer(folder);
    if (values.json === true) terminal.out(JSON.stringify({ removed, kept, running }));
    else {
      terminal.out(removed.length === 0 ? 'Nothing was removed.' : `Removed: ${removed.join(', ')}.`);
      if (running > 0) terminal.out('Labs still run in what was removed; its files go with the next command.');
    }
    return EXIT.ok;
  },
});

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / MEGABYTE).toLocaleString('en')} MB`;
