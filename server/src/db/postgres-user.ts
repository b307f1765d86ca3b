import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../settings/start-problem.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { makeSharedPlace, sharedPlaceOf } from './shared-place.ts';

/**
 * How PostgreSQL is run. `self`: as the current user. `namespace`: the process is root, which PostgreSQL refuses; a
 * user namespace shows root to it as user 1000, and files stay root's. `user`: the process is root and there are no
 * user namespaces; an unprivileged user of the machine runs it.
 */
export type RunAs = 'self' | 'namespace' | 'user';

const NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000'];

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

/** Chooses how to run PostgreSQL for a data folder; `wanted` is for tests, otherwise the platform decides. */
export function choosePostgresUser(dataFolder: string, binaries: PostgresBinaries, wanted?: RunAs): PostgresUser {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) refuseOfService(dataFolder);
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

/**
 * The database of a service keeps its owner: once its files were root's, the service could not start any more.
 *
 * @throws StartProblem when folder and database belong to the same user, who is not root
 */
function refuseOfService(dataFolder: string): void {
  const [folder, database] = [dataFolder, join(dataFolder, 'pg')].map(
    (one) => statSync(one, { throwIfNoEntry: false })?.uid,
  );
  if (folder === undefined || folder === 0 || folder !== database) return;
  const name = usersOfMachine().find(({ uid }) => uid === folder)?.name ?? `#${folder}`;
  throw new StartProblem(
    `The database in ${dataFolder} belongs to user ${name}, and this is root.`,
    `Start as that user: runuser -u ${name} -- ./academy start --data ${dataFolder}`,
  );
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
    if (existsSync(join(dataFolder, 'pg'))) throw unreachable(name, dataFolder);
    makeSharedPlace(place);
    home = place;
    moved.push('the database');
  }
  let programs = binaries;
  if (!canPass(binaries.postgres) && binaries.packageFolder) {
    const copy = join(place, `postgres-${binaries.major}`);
    moved.push('a copy of the PostgreSQL programs');
    makeSharedPlace(place);
    if (!existsSync(join(copy, 'bin/postgres'))) {
      cpSync(join(binaries.packageFolder, 'native'), copy, { recursive: true, verbatimSymlinks: true });
    }
    programs = { ...binaries, initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
  }
  if (moved.length > 0 && !canPass(place)) throw unreachable(name, place);
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

const unreachable = (name: string, folder: string) =>
  new StartProblem(
    `User ${name}, who must run PostgreSQL here, cannot reach the database in ${folder}.`,
    'Let others pass the folders above it (chmod o+x), move the data folder, or start as another user than root.',
  );

interface MachineUser {
  name: string;
  uid: number;
  gid: number;
}

function usersOfMachine(): MachineUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function findUnprivilegedUser(): MachineUser {
  const users = usersOfMachine();
  for (const name of ['postgres', 'nobody']) {
    const found = users.find((user) => user.name === name);
    if (found !== undefined) return found;
  }
  throw new StartProblem(
    'PostgreSQL does not run as root, and this machine has no unprivileged user (postgres, nobody) to run it as.',
    'Start the academy as another user, or set DATABASE_URL to a PostgreSQL server.',
  );
}
