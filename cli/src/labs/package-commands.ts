import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { tarEntries } from '@academy/content/lab-files/lab-pack';
import { CommandProblem, defineCommand, EXIT, type Terminal, usageProblem } from '../command.ts';
import { labFilesFetcher } from '../lab-files/fetch-lab-files.ts';
import { beginsWith, readSourcesFile, sourceMap, sourcesFile } from '../lab-files/source-map.ts';
import { counted } from '../publishing/report.ts';
import { table } from '../table.ts';
import { type NamedSource, namedSources } from './named-sources.ts';

const OPTIONS = {
  path: { type: 'string', value: '<folder>', about: 'Folder of the labs (default: the present one)' },
  json: { type: 'boolean', about: 'Print JSON' },
} as const;

/** An image of files in a registry: host, name and nothing else. */
const ARTEFACT = /^(?:https?:\/\/)?(?:[a-z\d-]+(?:\.[a-z\d-]+)+|[a-z\d-]+(?=:))(?::\d+)?(?:\/[a-z\d._-]+)+$/i;
const WITH_VERSION = /\/[^/]*(?::[\w][\w.-]*|@sha256:[a-f\d]+)$/;
/** What a package brings for the start of a lab. */
const AT_START = /^(?:setup\.d\/[^/]+\.sh|profile\.d\/[^/]+\.sh|bin\/[^/]+)$/;

/** The folder of the labs, and the file that says where their packages lie. */
function placeOf({ path }: { path?: string }, { cwd }: Terminal, command: string) {
  const folder = resolve(cwd, path ?? '.');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw usageProblem(`There is no folder ${path}.`, command);
  const file = sourcesFile(folder);
  return { folder, file, rules: existsSync(file) ? readSourcesFile(file, command) : {} };
}

function write(file: string, rules: Readonly<Record<string, string>>): void {
  if (Object.keys(rules).length === 0) rmSync(file, { force: true });
  else writeFileSync(file, `${JSON.stringify(rules, null, 2)}\n`);
}

/** The addresses that a word means: those of the package of that name, or the word itself. */
function addressesOf(word: string, named: readonly NamedSource[], folder: string): string[] {
  const addresses = named.flatMap((one) => (one.package === word ? [one.address] : []));
  if (addresses.length > 0) return [...new Set(addresses)];
  if (word.includes('/')) return [word];
  const names = [...new Set(named.flatMap((one) => one.package ?? []))];
  throw new CommandProblem(
    EXIT.failed,
    `No lab in ${folder} names a package "${word}"; ${names.length === 0 ? 'they name none' : `there are: ${names.join(', ')}`}.`,
    'Choose one of them, name another folder with --path, or write the address of an image.',
  );
}

/** A folder as the file names it, or the address of an artefact. */
function written(place: string, file: string, { cwd }: Terminal, command: string): string {
  const path = resolve(cwd, place);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return isAbsolute(place) ? path : relative(dirname(file), path).split(sep).join('/') || '.';
  if (!/^\.{0,2}\//.test(place) && WITH_VERSION.test(place))
    throw usageProblem(`The labs choose the version themselves; write ${place} without it.`, command);
  if (!/^\.{0,2}\//.test(place) && ARTEFACT.test(place)) return /^https?:/.test(place) ? place : `https://${place}`;
  throw new CommandProblem(
    EXIT.failed,
    `There is no folder ${place}.`,
    'Name a folder with the files of the package, or an artefact such as ghcr.io/owner/name.',
  );
}

export const packageAdd = defineCommand({
  name: 'labs package add',
  summary: 'Take a package or image of labs from a folder, or from another registry.',
  details: [
    'Writes into lab-sources.json of the folder, or of one above it, which all commands that fetch files of labs read. A package',
    'is named by its name, "spring-academy-lab", and an image by its address, "ghcr.io/owner/name".',
  ],
  words: ['<package>', '<folder or artefact>'],
  options: OPTIONS,
  async run(values, terminal, [word = '', place = '']) {
    const command = 'labs package add';
    const { folder, file, rules } = placeOf(values, terminal, command);
    const to = written(place, file, terminal, command);
    const addresses = addressesOf(word, await namedSources(folder), folder);
    write(file, { ...rules, ...Object.fromEntries(addresses.map((from) => [from, to])) });
    if (values.json === true) terminal.out(JSON.stringify({ file, addresses, place: to }));
    else {
      for (const from of addresses) terminal.out(`${from} is taken from ${to}, as ${file} says.`);
      terminal.out('Try it with "./academy labs package check".');
    }
    return EXIT.ok;
  },
});

export const packageList = defineCommand({
  name: 'labs package list',
  summary: 'List the packages and images that labs name, and where each is taken from.',
  options: OPTIONS,
  async run(values, terminal) {
    const command = 'labs package list';
    const { folder, rules } = placeOf(values, terminal, command);
    const map = sourceMap([], { cwd: terminal.cwd, base: folder, command });
    const named = await namedSources(folder);
    const rows = named.map(({ package: name, address, labs }) => {
      const { isMapped, place } = map(address);
      return { package: name, address, place: isMapped ? place : null, labs };
    });
    const unused = Object.keys(rules).filter((from) => !named.some(({ address }) => beginsWith(address, from)));
    if (values.json === true) terminal.out(JSON.stringify({ packages: rows, unused }));
    else {
      const lines = table(
        ['Package', 'Address', 'Taken from', 'Labs'],
        rows.map((row) => [row.package ?? '(files)', row.address, row.place ?? 'its address', String(row.labs.length)]),
      );
      if (rows.length === 0) terminal.out('No lab names a package or image.');
      else for (const line of lines) terminal.out(line);
      if (unused.length > 0) terminal.out(`No package or image here begins with ${unused.join(', ')}.`);
    }
    return EXIT.ok;
  },
});

export const packageCheck = defineCommand({
  name: 'labs package check',
  summary: 'Fetch packages and images of labs from where they are taken, and say what they bring.',
  details: ['Without a name all packages and images that the labs of the folder name are fetched.'],
  words: ['[<package>]'],
  options: OPTIONS,
  async run(values, terminal, [word]) {
    const command = 'labs package check';
    const { folder } = placeOf(values, terminal, command);
    const all = await namedSources(folder);
    const addresses = word === undefined ? null : addressesOf(word, all, folder);
    const wanted = all.filter(({ address }) => addresses?.includes(address) ?? true);
    const map = sourceMap([], { cwd: terminal.cwd, base: folder, command });
    const fetcher = labFilesFetcher({ map, env: { ...terminal.env } });
    const results = [];
    for (const { package: name, address, source } of wanted) {
      terminal.status?.(`Fetching ${address}`);
      const own = { name: name ?? 'files', sources: [source] };
      const { packs, findings } = await fetcher.fetch({ files: [], packages: [own] }, '');
      const paths = (await Promise.all(packs.map(({ hash }) => pathsOf(fetcher.bytes(hash))))).flat();
      const atStart = name === null ? [] : paths.filter((path) => AT_START.test(path)).sort();
      results.push({ package: name, address, files: paths.length, atStart, problem: findings[0]?.message ?? null });
    }
    terminal.status?.('');
    if (values.json === true) terminal.out(JSON.stringify(results));
    else {
      if (results.length === 0) terminal.out('No lab names a package or image.');
      for (const { package: name, address, files, atStart, problem } of results) {
        const what = name === null ? address : `${name} (${address})`;
        const start =
          name === null ? '' : atStart.length > 0 ? `: ${atStart.join(', ')}` : ': nothing for the start of a lab';
        terminal.out(problem ?? `${what} brings ${counted(files, 'file')}${start}.`);
      }
    }
    return results.some(({ problem }) => problem !== null) ? EXIT.failed : EXIT.ok;
  },
});

async function pathsOf(packed: Uint8Array | null): Promise<string[]> {
  const paths: string[] = [];
  for await (const { header, body } of tarEntries(packed ?? new Uint8Array())) {
    for await (const _piece of body);
    paths.push(header.name);
  }
  return paths;
}

export const packageRemove = defineCommand({
  name: 'labs package remove',
  summary: 'Take a package or image from its own address again.',
  words: ['<package>'],
  options: OPTIONS,
  async run(values, terminal, [word = '']) {
    const command = 'labs package remove';
    const { folder, file, rules } = placeOf(values, terminal, command);
    const addresses = Object.hasOwn(rules, word)
      ? [word]
      : addressesOf(word, await namedSources(folder), folder).filter((one) => Object.hasOwn(rules, one));
    if (addresses.length === 0) {
      const there = Object.keys(rules);
      throw new CommandProblem(
        EXIT.failed,
        `"${word}" is taken from its own address; ${there.length === 0 ? 'so is everything' : `other places are said for: ${there.join(', ')}`}.`,
        'See "./academy labs package list".',
      );
    }
    write(file, Object.fromEntries(Object.entries(rules).filter(([from]) => !addresses.includes(from))));
    if (values.json === true) terminal.out(JSON.stringify({ file, removed: addresses }));
    else terminal.out(`Taken from its own address again: ${addresses.join(', ')}.`);
    return EXIT.ok;
  },
});
