import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainSystemError, StartProblem } from '../settings/start-problem.ts';
import { freeBytes, MIN_FREE_BYTES } from './disk-space.ts';
import type { PostgresUser } from './postgres-user.ts';

export const USER = 'academy';
/** Part of the socket's file name; nothing listens on TCP. */
export const PORT = 5432;
/** Unix sockets allow 104 to 108 bytes, depending on the system. */
const MAX_SOCKET_PATH_LENGTH = 100;
const FIRST_START_BYTES = 300 * 1024 * 1024;

/** Refuses to start on a disk that is almost full. */
export function checkDiskSpace(folder: string, directory: string): void {
  const needed = existsSync(directory) ? MIN_FREE_BYTES : FIRST_START_BYTES;
  const free = freeBytes(folder);
  if (free >= needed) return;
  throw new StartProblem(
    `There is not enough disk space for ${folder}: ${megabytes(free)} free, ${megabytes(needed)} needed.`,
    'Free some space, or choose a folder on another disk with --data.',
  );
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}

/** Creates the database files in a temporary folder and moves them to their place when they are complete. */
export async function makeCluster(
  user: PostgresUser,
  directory: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return;
  for (const name of readdirSync(user.home)) {
    if (name.startsWith('pg.new-')) rmSync(join(user.home, name), { recursive: true, force: true });
  }
  log('Making the database (first start only)');
  const draft = join(user.home, `pg.new-${process.pid}`);
  mkdirSync(draft, { mode: 0o700 });
  user.own(draft);
  // Before version 17 the collation that is independent of the system has no name of its own.
  const locale =
    user.binaries.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8'];
  const {
    program,
    args,
    options: spawnOptions,
  } = user.command(user.binaries.initdb, [
    ...['-D', draft, '-U', USER, '--encoding=UTF8', ...locale, '--data-checksums', '--no-instructions'],
    ...['--auth-local=trust', '--auth-host=reject'],
    ...(durable ? [] : ['--no-sync']),
  ]);
  const logFile = join(user.home, 'postgres-start.log');
  const output = openSync(logFile, 'w', 0o600);
  const code = await new Promise<number | null>((done) => {
    const child = spawn(program, args, { ...spawnOptions, stdio: ['ignore', output, output], env: cleanEnv() });
    child.once('error', () => done(null));
    child.once('exit', done);
  });
  closeSync(output);
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw startFailure(readFileSync(logFile, 'utf8'), logFile, directory);
  }
  rmSync(directory, { recursive: true, force: true });
  renameSync(draft, directory);
}

/** Refuses the files of another version, which PostgreSQL cannot read. */
export function checkVersion(directory: string, major: number): void {
  const found = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  if (found === String(major)) return;
  throw new StartProblem(
    `The database in ${directory} was made by PostgreSQL ${found}; this academy runs PostgreSQL ${major}.`,
    'Choose another folder with --data, or run the academy version that made it.',
  );
}

/** The socket lies in the database's own folder (mode 0700) unless its path would be too long for the system. */
export function chooseSocketFolder(directory: string, user: PostgresUser): string {
  if (Buffer.byteLength(join(directory, `.s.PGSQL.${PORT}.lock`)) <= MAX_SOCKET_PATH_LENGTH) return directory;
  const id = createHash('sha256').update(directory).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `academy-${process.getuid?.() ?? 0}-${id}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const ownerIsOurs = found.uid === process.getuid?.() || process.getuid?.() === 0;
  if (!found.isDirectory() || !ownerIsOurs) {
    throw new StartProblem(
      `The path of the data folder is too long for a Unix socket, and ${folder} belongs to somebody else.`,
      'Choose a data folder with a shorter path with --data.',
    );
  }
  chmodSync(folder, 0o700);
  user.own(folder);
  return folder;
}

/** PostgreSQL's command line: everything that is not its default. */
export function serverArguments(directory: string, socketFolder: string, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    // Test files share one server, and each opens pools for several academies.
    max_connections: durable ? '60' : '300',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    logging_collector: 'on',
    // A file for each day or 10 MB; `removeOldLogs` keeps the youngest ones.
    log_directory: LOG_FOLDER,
    log_filename: 'postgres-%Y-%m-%d_%H%M%S.log',
    log_rotation_age: '1d',
    log_rotation_size: '10MB',
    log_file_mode: '0600',
    // Without details, which hold values of rows such as people's addresses.
    log_error_verbosity: 'terse',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return ['-D', directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

const LOG_FOLDER = 'log';
/** Number of PostgreSQL's log files that are kept. */
const KEPT_LOGS = 5;

/** Removes all but the newest files of PostgreSQL's own log; PostgreSQL never deletes any. */
export function removeOldLogs(directory: string): void {
  const folder = join(directory, LOG_FOLDER);
  if (!existsSync(folder)) return;
  const files = readdirSync(folder).map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }));
  files.sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));
  for (const { name } of files.slice(KEPT_LOGS)) rmSync(join(folder, name), { force: true });
}

/** PostgreSQL must not use environment variables that were set for other databases (PGDATA, PGPORT ...). */
export function cleanEnv(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, HOME, LD_LIBRARY_PATH } = process.env;
  const kept = { PATH, TMPDIR, HOME, LD_LIBRARY_PATH, LC_ALL: 'C', TZ: 'UTC' };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

/** PostgreSQL's last output before it ended, as a problem. */
export function startFailure(output: string, logFile: string, place: string): StartProblem {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return explainSystemError(Object.assign(new Error(output), { code: 'ENOSPC' }), place) as StartProblem;
  }
  const reason =
    /(?:FATAL|PANIC|error|initdb: error):\s*(.*)/i.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
  return new StartProblem(
    `The database did not start${reason ? `: ${reason}` : '.'}`,
    `See ${logFile}, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

export interface Postmaster {
  pid: number;
  socketFolder: string;
  /** `starting`, `ready`, `stopping` ... */
  status: string;
}

/**
 * The content of PostgreSQL's pid file: process id, folder, start, port, socket folder, TCP address, memory, status.
 */
export function readPostmaster(directory: string): Postmaster | null {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return null;
    return { pid, socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() };
  } catch {
    return null;
  }
}
