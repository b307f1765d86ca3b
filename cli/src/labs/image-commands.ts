import { loadPackagedProgram, readFrom } from '@academy/lab-engine/linux/emulator-package';
import { openMachine } from '@academy/lab-engine/linux/machine';
import { EnvironmentProblem } from '@academy/lab-host/environments/run-tool';
import { sourceOf } from '@academy/lab-host/environments/source';
import { readSettings } from '@academy/server/composition/read-settings';
import { labImagesFolder } from '@academy/server/labs/lab-images';
import { CommandProblem, defineCommand, EXIT, numberOption, type Terminal, usageProblem } from '../command.ts';
import { READY_IMAGES } from '../lab-images/definitions.ts';
import {
  damageOf,
  hasImage,
  IMAGE_NAME,
  packedBytes,
  removeImage,
  removeUnused,
  type StoredImage,
  storedImages,
} from '../lab-images/image-folder.ts';
import { DEFAULT_MEMORY, type ImageDefinition, makeImage } from '../lab-images/make-image.ts';
import { dataFolderOf } from '../paths.ts';
import { table } from '../table.ts';
import { megabytes } from './environment-commands.ts';

const DATA = {
  type: 'string',
  value: '<folder>',
  about: 'Data folder of the academy (default .academy in the repository)',
} as const;
const JSON_OPTION = { type: 'boolean', about: 'Print JSON' } as const;

/** The folder of images that the settings name. */
function storeOf(data: string | undefined, terminal: Terminal): string {
  const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) });
  return labImagesFolder(settings.dataFolder, settings.labMachines);
}

function nameOf(given: string | undefined, command: string): string {
  if (given !== undefined && IMAGE_NAME.test(given) && given !== 'files') return given;
  throw usageProblem(`The name "${given}" must have small letters, digits, dots and hyphens.`, command);
}

function presentName(given: string | undefined, store: string, command: string): string {
  const name = nameOf(given, command);
  if (hasImage(store, name)) return name;
  const names = storedImages(store).map((one) => one.name);
  const there = names.length === 0 ? 'there is none' : `there are: ${names.join(', ')}`;
  throw new CommandProblem(EXIT.failed, `There is no image "${name}"; ${there}.`, 'Choose one of them, or add it.');
}

/** Debian's packages that `--from` names, or what the name of a ready image stands for. */
function definitionOf(name: string, from: string | undefined, command: string): ImageDefinition {
  const ready = READY_IMAGES[name];
  if (from === undefined) {
    if (ready !== undefined) return ready;
    const names = Object.keys(READY_IMAGES).join(', ');
    throw usageProblem(`The option --from is missing; without it these can be made: ${names}.`, command);
  }
  const source = sourceOf(from);
  if (source?.kind !== 'debian')
    throw usageProblem('Images are made of Debian packages: --from debian:git,curl.', command);
  return { title: ready?.title ?? name, packages: source.packages };
}

export const imageAdd = defineCommand({
  name: 'labs image add',
  summary: 'Make an image of a Linux machine that runs labs in the learner’s browser.',
  details: [
    `From Debian packages (--from debian:git,curl), or one of the ready ones: ${Object.keys(READY_IMAGES).join(', ')}.`,
    'Needs the rights of root, mmdebstrap, arch-test and Debian’s package sources, once; takes some minutes.',
    'docs/how-to/lab-images.md tells more.',
  ],
  words: ['<name>'],
  options: {
    from: { type: 'string', value: '<source>', about: 'debian:<packages>' },
    title: { type: 'string', value: '<text>', about: 'As learners read it (default: the name)' },
    memory: { type: 'string', value: '<megabytes>', about: `Memory of its machines (${DEFAULT_MEMORY})` },
    'without-suite': {
      type: 'string',
      multiple: true,
      value: '<suite>',
      about: 'A suite of this machine’s package sources that is left out; may be given several times',
    },
    replace: { type: 'boolean', about: 'Make a present one anew' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal, [word]) {
    const command = 'labs image add';
    const store = storeOf(values.data, terminal);
    const name = nameOf(word, command);
    const definition = definitionOf(name, values.from, command);
    const memory = numberOption(values.memory, 'memory', { min: 64, max: 1_024 }, command);
    if (hasImage(store, name) && values.replace !== true)
      throw new CommandProblem(
        EXIT.failed,
        `There is an image "${name}".`,
        'Make it anew with --replace, or choose another name.',
      );
    const wanted = {
      ...definition,
      ...(values.title === undefined ? {} : { title: values.title }),
      ...(memory === undefined ? {} : { memory }),
    };
    const onLine = (line: string) => terminal.status?.(line);
    const withoutSuites = values['without-suite'] ?? [];
    const image = await makeImage(name, wanted, { store, withoutSuites, onLine }).catch((error: unknown) => {
      if (error instanceof EnvironmentProblem) throw new CommandProblem(EXIT.failed, error.message, error.nextStep);
      throw error;
    });
    removeUnused(store);
    terminal.status?.('');
    if (values.json === true) terminal.out(JSON.stringify(image));
    else {
      const { packages, state, first } = image;
      terminal.out(`${name} is in ${store}: ${packages.length} packages, ${megabytes(packedBytes(store, image))}.`);
      terminal.out(`  A browser loads ${megabytes(state.packed)} and ${first.length} files before the prompt.`);
    }
    return EXIT.ok;
  },
});

export const imageList = defineCommand({
  name: 'labs image list',
  summary: 'List the images of Linux machines, and what is wrong with them.',
  options: { data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const store = storeOf(values.data, terminal);
    const all = storedImages(store);
    if (values.json === true) {
      terminal.out(JSON.stringify(all));
      return EXIT.ok;
    }
    const rows = all.map(({ name, image, problem }) => [
      name,
      image?.title ?? '',
      image === null ? '' : megabytes(packedBytes(store, image)),
      image === null ? '' : megabytes(image.state.packed),
      image?.kernel ?? '',
      image?.madeAt.slice(0, 10) ?? '',
      problem ?? 'ready',
    ]);
    const lines = table(['Name', 'Title', 'Size', 'First load', 'Kernel', 'Made', 'State'], rows);
    for (const line of all.length === 0 ? ['There is no image.'] : lines) terminal.out(line);
    return EXIT.ok;
  },
});

export const imageCheck = defineCommand({
  name: 'labs image check',
  summary: 'Compare all contents of images with their names, and run a command in each.',
  details: ['Without a name all images are checked.'],
  words: ['[<name>]'],
  options: { data: DATA, json: JSON_OPTION },
  async run(values, terminal, [word]) {
    const store = storeOf(values.data, terminal);
    const name = word === undefined ? null : presentName(word, store, 'labs image check');
    const results = [];
    for (const one of storedImages(store)) {
      if (name !== null && one.name !== name) continue;
      terminal.status?.(`Checking ${one.name}`);
      results.push({ name: one.name, problems: await problemsOf(one, store) });
    }
    terminal.status?.('');
    if (values.json === true) terminal.out(JSON.stringify(results));
    else {
      if (results.length === 0) terminal.out('There is no image.');
      for (const { name, problems } of results) {
        terminal.out(problems.length === 0 ? `${name}: as it was made, and it runs.` : `${name}:`);
        for (const problem of problems) terminal.out(`  ${problem}`);
      }
    }
    return results.some(({ problems }) => problems.length > 0) ? EXIT.failed : EXIT.ok;
  },
});

async function problemsOf({ image, problem }: StoredImage, store: string): Promise<string[]> {
  if (image === null || problem !== null) return [`it ${problem}`];
  const damage = damageOf(store, image);
  if (damage.length > 0) return damage;
  const machine = await openMachine({ image, read: readFrom(store), loadProgram: loadPackagedProgram });
  try {
    const { stdout } = await machine.run('echo "$((6 * 7)) $USER"');
    return stdout === '42 learner\n' ? [] : [`a command has printed ${JSON.stringify(stdout)}`];
  } finally {
    await machine.end();
  }
}

export const imageRemove = defineCommand({
  name: 'labs image remove',
  summary: 'Remove an image, and the contents that no other image has.',
  details: ['Labs that ran in it run in another image that has their programs, or in the shell without a machine.'],
  words: ['<name>'],
  options: { data: DATA, json: JSON_OPTION },
  async run(values, terminal, [word]) {
    const store = storeOf(values.data, terminal);
    const name = presentName(word, store, 'labs image remove');
    const contents = removeImage(store, name);
    if (values.json === true) terminal.out(JSON.stringify({ removed: name, contents }));
    else terminal.out(`Removed: ${name}, with ${contents} contents that no other image has.`);
    return EXIT.ok;
  },
});
