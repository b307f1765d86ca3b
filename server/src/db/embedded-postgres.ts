import { realpathSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { explainSystemError, StartProblem } from '../settings/start-problem.ts';
import { makeFolder } from '../values/make-folder.ts';
import { isAlive } from '../values/processes.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { findPostgres, type PostgresSource } from './postgres-binaries.ts';
import {
  checkDiskSpace,
  checkVersion,
  chooseSocketFolder,
  makeCluster,
  PORT,
  readPostmaster,
  removeOldLogs,
  serverArguments,
  USER,
} from './postgres-cluster.ts';
import { PostgresSupervisor } from './postgres-supervisor.ts';
import { choosePostgresUser, type RunAs } from './postgres-user.ts';
import { sharedPlaceOf } from './shared-place.ts';

/** Old files of PostgreSQL's own log are removed this often, ms. */
const TIDY_EVERY_MS = 60_000;

export interface EmbeddedPostgresOptions {
  /** Folder of all data of the academy; created when it is missing. */
  dataFolder: string;
  /** `embedded` (default): the npm package; `system`: the machine's own PostgreSQL. */
  source?: PostgresSource;
  /** Receives one line for each step that takes time. */
  log?: (line: string) => void;
  /** False only for databases that tests throw away, which also take more connections. Default true. */
  durable?: boolean;
  /** How to run PostgreSQL when the process is root; set by tests, otherwise chosen. */
  runAs?: RunAs;
}

export interface EmbeddedPostgres {
  /** Folder in which PostgreSQL keeps its files. */
  home: string;
  /** Address for `pg`: user `academy`, database `postgres`, through the Unix socket. */
  connectionString: string;
  /** Process id of PostgreSQL's main process at this moment. */
  readonly pid: number;
  /** True when a running PostgreSQL left by a killed server was taken over. */
  adopted: boolean;
  /** Fast shutdown; resolves when PostgreSQL has ended and the data folder is free. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL in the data folder, listening only on a Unix socket there. Creates the database on first use, takes
 * over a PostgreSQL that a killed server left running, and restarts it after a crash.
 *
 * @throws StartProblem with a next step when the folder belongs to a running server, holds the data of another
 * PostgreSQL version, the disk is full, or there is no PostgreSQL for this platform.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const durable = options.durable ?? true;
  if (process.platform === 'win32') {
    throw new StartProblem(
      'The embedded database needs Unix sockets, which Node.js does not have on Windows.',
      'Run the academy in WSL, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  const dataFolder = makeDataFolder(options.dataFolder);
  const binaries = findPostgres(options.source ?? 'embedded');
  const unlock = lockDataFolder(dataFolder);
  try {
    const user = choosePostgresUser(dataFolder, binaries, options.runAs);
    if (user.note) log(user.note);
    const directory = join(user.home, 'pg');
    checkDiskSpace(user.home, directory);
    await makeCluster(user, directory, durable, log);
    checkVersion(directory, user.binaries.major);
    user.own(directory);
    const socketFolder = chooseSocketFolder(directory, user);
    const args = serverArguments(directory, socketFolder, durable);
    const server = new PostgresSupervisor(user, directory, args, log);
    await server.start();
    const tidyLogs = () => {
      try {
        removeOldLogs(directory);
      } catch {
        // The next attempt is a minute later.
      }
    };
    tidyLogs();
    const tidying = setInterval(tidyLogs, TIDY_EVERY_MS).unref();
    return {
      home: user.home,
      connectionString: connectionStringOf(socketFolder),
      get pid() {
        return server.pid;
      },
      adopted: server.adopted,
      async stop() {
        clearInterval(tidying);
        await server.stop();
        if (socketFolder !== directory) rmSync(socketFolder, { recursive: true, force: true });
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw explainSystemError(error, dataFolder);
  }
}

/** Address of the PostgreSQL that runs in a data folder, for command line tools beside the server; null: none runs. */
export function findRunningPostgres(dataFolder: string): string | null {
  const folder = resolve(dataFolder);
  for (const home of [folder, sharedPlaceOf(folder)]) {
    const postmaster = readPostmaster(join(home, 'pg'));
    if (postmaster?.status === 'ready' && isAlive(postmaster.pid)) return connectionStringOf(postmaster.socketFolder);
  }
  return null;
}

/** Whether a data folder has a database of its own. One that this user may not look into counts as having one. */
export function hasPostgres(dataFolder: string): boolean {
  try {
    const folder = realpathSync(dataFolder);
    return [folder, sharedPlaceOf(folder)].some(
      (home) => statSync(join(home, 'pg'), { throwIfNoEntry: false }) !== undefined,
    );
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

function makeDataFolder(path: string): string {
  const folder = resolve(path);
  try {
    makeFolder(folder, 0o700);
    return realpathSync(folder);
  } catch (error) {
    throw explainSystemError(error, folder);
  }
}

function connectionStringOf(socketFolder: string): string {
  return `postgres://${USER}@localhost:${PORT}/postgres?host=${encodeURIComponent(socketFolder)}`;
}
