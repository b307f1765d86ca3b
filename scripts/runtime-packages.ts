import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** The root, whose optional packages are Node.js, and the workspaces that an installation runs; the others check, test and build. */
const RUNTIME_WORKSPACES = [
  '',
  'cli',
  'server',
  'web',
  'identity',
  'content',
  'labs',
  'lab-host',
  'lab-engine',
  'client',
  'tenants',
  'contract',
  'samples',
  'bench',
] as const;

/** Licences that packages state in their file LICENSE alone. */
const STATED: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

export interface RuntimePackage {
  name: string;
  version: string;
  /** SPDX expression; null when the package names none. */
  licence: string | null;
  /** Subresource integrity, as the lock file has it. */
  integrity: string | null;
  /** Installed on some platforms only, or where it can be. */
  isOptional: boolean;
  /** Packages that it asks for, as `name@version`. */
  dependsOn: string[];
}

interface LockEntry {
  version?: string;
  license?: string;
  integrity?: string;
  optional?: boolean;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
type Lock = Readonly<Record<string, LockEntry>>;

const FOLDER = 'node_modules/';

/**
 * The packages that an installation runs, with what they need: followed from the workspaces through the lock file. npm's own
 * lists leave out what one workspace runs and another one uses for development.
 */
export function runtimePackages(lock: Lock = readLock()): RuntimePackage[] {
  const found = new Map<string, RuntimePackage>();
  const seen = new Set<string>();
  const left: string[] = [...RUNTIME_WORKSPACES];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const entry = lock[at];
    if (entry === undefined) throw new Error(`the lock file has no ${at}`);
    const needs = neededBy(entry)
      .map((name) => resolve(lock, at, name))
      .filter((path) => path !== null);
    left.push(...needs);
    if (!at.includes(FOLDER)) continue;
    const key = keyOf(lock, at);
    found.set(key, {
      name: nameOf(at),
      version: entry.version ?? '',
      licence: entry.license ?? STATED[nameOf(at)] ?? null,
      integrity: entry.integrity ?? null,
      isOptional: entry.optional === true,
      dependsOn: [...new Set(needs.map((path) => keyOf(lock, path)))].sort(),
    });
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function readLock(): Lock {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock };
  return packages;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
const keyOf = (lock: Lock, path: string): string => `${nameOf(path)}@${lock[path]?.version}`;

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockEntry): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** Where Node.js finds a package that the one at `from` asks for; null for an optional one that was left out. */
function resolve(lock: Lock, from: string, name: string): string | null {
  for (let base = from; ; base = base.includes(`/${FOLDER}`) ? base.slice(0, base.lastIndexOf(`/${FOLDER}`)) : '') {
    const path = `${base === '' ? '' : `${base}/`}${FOLDER}${name}`;
    const entry = lock[path];
    if (entry !== undefined) return entry.link === true ? (entry.resolved ?? null) : path;
    if (base === '') return null;
  }
}
