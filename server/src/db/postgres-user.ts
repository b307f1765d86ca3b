import { type SpawnOptions, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../settings/start-problem.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/**
 * How PostgreSQL is run. `self`: as the current user. `namespace`: the process is root, which PostgreSQL refuses; a
 * user namespace shows root to it as user 1000, and files stay root's. `user`: the process is root and there are no
 * user namespaces; an unprivileged user of the machine runs it.
 */
export type RunAs = 'self' | 'namespace' | 'user';

const NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000'];
/**
 * Holds the files that an unprivileged user must reach when the data folder or the programs lie where only root may go.
 */
const SHARED_PLACE = '/var/lib/academy';

export interface PostgresUser {
  runAs: RunAs;
  binaries: PostgresBinaries;
  /** Folder for all files that PostgreSQL itself writes; the data directory `pg` lies in it. */
  home: string;
  /** Set when `home` or the programs had to move out of the data folder; shown to the operator. */
  note: string | null;
  /** Program, arguments and options that run `program` as this user. */
  command(program: string, args: readonly string[]): { program: string; args: string[]; options: SpawnOptions };
  /** Makes this user the owner of a folder and all its content; does nothing when they are already. */
  own(folder: string): void;
}

/** The folder outside the data folder that is used when an unprivileged user cannot reach the data folder. */
export function sharedPlaceOf(dataFolder: string): string {
  return join(SHARED_PLACE, createHash('sha256').update(dataFolder).digest('hex').slice(0, 16));
}

/** Chooses how to run PostgreSQL for a data folder; `wanted` is for tests, otherwise the platform decides. */
export function choosePostgresUser(dataFolder: string, binaries: PostgresBinaries, wanted?: RunAs): PostgresUser {
  const isRoot = process.getuid?.() === 0;
  const runAs = wanted ?? (!isRoot ? 'self' : hasUserNamespaces() ? 'namespace' : 'user');
  if (runAs === 'user') return unprivilegedUser(dataFolder, binaries);
  return {
    runAs,
    binaries,
    home: isRoot && existsSync(join(sharedPlaceOf(dataFolder), 'pg')) ? sharedPlaceOf(dataFolder) : dataFolder,
    note: null,
    command: (program, args) =>
      runAs === 'self'
        ? { program, args: [...args], options: {} }
        : { program: 'unshare', args: [...NAMESPACE, '--', program, ...args], options: {} },
    own: (folder) => {
      if (runAs === 'namespace') giveTo(folder, 0, 0);
    },
  };
}

function giveTo(folder: string, uid: number, gid: number): void {
  if (statSync(folder).uid === uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), uid, gid);
  }
  // Last, so that an interrupted change is started again.
  chownSync(folder, uid, gid);
}

function hasUserNamespaces(): boolean {
  return spawnSync('unshare', [...NAMESPACE, '--', 'true'], { stdio: 'ignore' }).status === 0;
}

function unprivilegedUser(dataFolder: string, binaries: PostgresBinaries): PostgresUser {
  const { uid, gid, name } = findUnprivilegedUser();
  const asUser: SpawnOptions = { uid, gid, cwd: '/' };
  const canPass = (path: string) =>
    spawnSync('test', ['-x', path], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0;

  // The user needs to pass through the data folder to reach `pg` in it; it cannot list the folder.
  chmodSync(dataFolder, 0o711);
  const place = sharedPlaceOf(dataFolder);
  const moved: string[] = [];
  let home = dataFolder;
  if (!canPass(dataFolder)) {
    if (existsSync(join(dataFolder, 'pg'))) {
      throw new StartProblem(
        `User ${name}, who must run PostgreSQL here, cannot reach the database in ${dataFolder}.`,
        'Let others pass the folders above it (chmod o+x), move the data folder, or start as another user than root.',
      );
    }
    home = place;
    moved.push('the database');
    mkdirSync(home, { recursive: true, mode: 0o711 });
  }
  let programs = binaries;
  if (!canPass(binaries.postgres) && binaries.packageFolder) {
    const copy = join(place, `postgres-${binaries.major}`);
    moved.push('a copy of the PostgreSQL programs');
    if (!existsSync(join(copy, 'bin/postgres'))) {
      mkdirSync(place, { recursive: true, mode: 0o711 });
      cpSync(join(binaries.packageFolder, 'native'), copy, { recursive: true, verbatimSymlinks: true });
    }
    programs = { ...binaries, initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
  }
  return {
    runAs: 'user',
    binaries: programs,
    home,
    note:
      moved.length > 0 ? `User ${name} cannot reach the data folder, so ${moved.join(' and ')} lie in ${place}` : null,
    command: (program, args) => ({ program, args: [...args], options: asUser }),
    own: (folder) => giveTo(folder, uid, gid),
  };
}

function findUnprivilegedUser(): { name: string; uid: number; gid: number } {
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const row = rows.find((fields) => fields[0] === name);
    if (row) return { name, uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new StartProblem(
    'PostgreSQL does not run as root, and this machine has no unprivileged user (postgres, nobody) to run it as.',
    'Start the academy as another user, or set DATABASE_URL to a PostgreSQL server.',
  );
}
