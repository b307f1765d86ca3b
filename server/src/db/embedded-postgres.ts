import { type ChildProcess, spawn } from 'node:child_process';
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
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { explainSystemError, StartProblem } from '../start-problem.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { findPostgres, type PostgresSource } from './postgres-binaries.ts';
import { choosePostgresUser, type PostgresUser, type RunAs, sharedPlaceOf } from './postgres-user.ts';
import { isAlive, isPostgresOf, poll, sendSignal, waitUntilGone } from './processes.ts';

export interface EmbeddedPostgresOptions {
  /** Folder of everything the academy keeps; made when it is missing. */
  dataFolder: string;
  /** `embedded` (default): the npm package; `system`: the machine's own PostgreSQL. */
  source?: PostgresSource;
  /** Told one line per step that takes time. */
  log?: (line: string) => void;
  /** False only for databases that tests throw away. Default true. */
  durable?: boolean;
  /** How to run PostgreSQL when we are root; for tests, otherwise chosen. */
  runAs?: RunAs;
}

export interface EmbeddedPostgres {
  /** Address for `pg`: user `academy`, database `postgres`, through the Unix socket. */
  connectionString: string;
  /** Process id of PostgreSQL's main process at this moment. */
  readonly pid: number;
  /** True when a PostgreSQL left by a killed server was taken over running. */
  adopted: boolean;
  /** Fast shutdown; resolves when PostgreSQL is gone and the data folder is free. */
  stop(): Promise<void>;
}

const USER = 'academy';
/** Names the socket file only; nothing listens on TCP. */
const PORT = 5432;
/** Unix sockets allow 104 to 108 bytes, depending on the system. */
const LONGEST_SOCKET_PATH = 100;
const FIRST_START_BYTES = 300 * 1024 * 1024;
const LATER_START_BYTES = 32 * 1024 * 1024;
/** Recovery after a crash may have to read a gigabyte of log. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;
/** A PostgreSQL that somebody killed is started again after this, ms. */
const RESTART_AFTER_MS = 250;

/**
 * Starts real PostgreSQL in the data folder, listening on a Unix socket there and nowhere else. Makes the database on
 * first use, takes over a PostgreSQL that a killed server left running, and starts it again should it die.
 *
 * @throws StartProblem with a next step when the folder belongs to a living server, holds the data of another
 *   PostgreSQL version, the disk is full, or there is no PostgreSQL for this machine.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
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
    checkDiskSpace(user.home, existsSync(directory) ? LATER_START_BYTES : FIRST_START_BYTES);
    await makeCluster(user, directory, options, log);
    checkVersion(directory, user.binaries.major);
    user.own(directory);
    const socketFolder = chooseSocketFolder(directory, user);
    const args = serverArguments(directory, socketFolder, options.durable ?? true);
    const server = new Supervisor(user, directory, args, log);
    await server.start();
    return {
      connectionString: connectionStringOf(socketFolder),
      get pid() {
        return server.pid;
      },
      adopted: server.adopted,
      async stop() {
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

/** Runs PostgreSQL's main process: start or adopt, watch, stop. */
class Supervisor {
  pid = 0;
  adopted = false;
  #stopping = false;
  #watch: NodeJS.Timeout | undefined;
  readonly #user: PostgresUser;
  readonly #directory: string;
  readonly #args: string[];
  readonly #log: (line: string) => void;

  constructor(user: PostgresUser, directory: string, args: string[], log: (line: string) => void) {
    this.#user = user;
    this.#directory = directory;
    this.#args = args;
    this.#log = log;
  }

  async start(): Promise<void> {
    const left = await this.#takeOver();
    if (left) {
      this.pid = left;
      this.adopted = true;
      this.#watch = setInterval(() => {
        if (!isAlive(left)) this.#restart();
      }, 1_000).unref();
      return;
    }
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await this.#launch())) {
      // Children of a killed main process may hold its shared memory for a moment longer.
      if (Date.now() > deadline) throw this.#startFailed();
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    if (!this.pid) return;
    sendSignal(this.pid, 'SIGINT');
    if (await waitUntilGone(this.pid, STOP_TIMEOUT_MS)) return;
    // What was acknowledged is in the write-ahead log; the next start replays it.
    sendSignal(this.pid, 'SIGQUIT');
    if (!(await waitUntilGone(this.pid, 2_000))) sendSignal(this.pid, 'SIGKILL');
    await waitUntilGone(this.pid, 2_000);
  }

  /** The id of a left-over PostgreSQL that runs with our settings; null when there is none any more. */
  async #takeOver(): Promise<number | null> {
    const left = readPostmaster(this.#directory);
    if (!left) return null;
    const ours = isAlive(left.pid) ? isPostgresOf(left.pid, this.#directory) : false;
    if (ours === 'unknown') {
      throw new StartProblem(
        `The database in ${this.#directory} is in use by process ${left.pid}, which belongs to somebody else.`,
        `Stop it as its owner ("kill -INT ${left.pid}"), or choose another folder with --data.`,
      );
    }
    if (!ours) {
      // The id may live on as another program's; PostgreSQL would take that for itself and refuse to start.
      rmSync(join(this.#directory, 'postmaster.pid'), { force: true });
      rmSync(join(left.socketFolder, `.s.PGSQL.${PORT}.lock`), { force: true });
      return null;
    }
    if (this.#runsOurCommand()) {
      const ready = await poll(START_TIMEOUT_MS, () => {
        const status = readPostmaster(this.#directory)?.status;
        if (!isAlive(left.pid) || status === 'stopping') return false;
        return status === 'ready' ? true : undefined;
      });
      if (ready) {
        this.#log(`Took over the database that an earlier server left running (process ${left.pid})`);
        return left.pid;
      }
    }
    sendSignal(left.pid, 'SIGINT');
    if (!(await waitUntilGone(left.pid, STOP_TIMEOUT_MS))) {
      sendSignal(left.pid, 'SIGQUIT');
      await waitUntilGone(left.pid, 2_000);
    }
    return null;
  }

  /** PostgreSQL writes its own command line into a file; another one means other settings or another version. */
  #runsOurCommand(): boolean {
    try {
      const expected = [this.#user.binaries.postgres, ...this.#args.map((argument) => `"${argument}"`)].join(' ');
      return readFileSync(join(this.#directory, 'postmaster.opts'), 'utf8').trim() === expected;
    } catch {
      return false;
    }
  }

  /** True when PostgreSQL is ready, false when it is worth another try. */
  async #launch(): Promise<boolean> {
    const output = openSync(this.#startLog(), 'w', 0o600);
    let child: ChildProcess;
    try {
      const { program, args, options } = this.#user.command(this.#user.binaries.postgres, this.#args);
      // Detached: Ctrl-C must reach the server alone, which stops PostgreSQL when the last request is answered.
      child = spawn(program, args, { ...options, stdio: ['ignore', output, output], detached: true, env: cleanEnv() });
    } finally {
      closeSync(output);
    }
    let ended = false;
    child.once('error', () => {
      ended = true;
    });
    child.once('exit', () => {
      ended = true;
    });
    const ready = await poll(START_TIMEOUT_MS, () => {
      if (ended) return false;
      const postmaster = readPostmaster(this.#directory);
      return postmaster?.pid === child.pid && postmaster?.status === 'ready' ? true : undefined;
    });
    if (ready && child.pid) {
      this.pid = child.pid;
      child.once('exit', () => this.#restart());
      child.unref();
      return true;
    }
    if (child.pid && !ended) sendSignal(child.pid, 'SIGQUIT');
    const said = this.#readStartLog();
    if (/shared memory block|lock file .* already exists/.test(said)) return false;
    throw this.#startFailed();
  }

  #restart(): void {
    clearInterval(this.#watch);
    if (this.#stopping) return;
    this.pid = 0;
    this.#log('The database ended unexpectedly; starting it again');
    setTimeout(() => {
      if (this.#stopping) return;
      this.start().then(
        () => {
          if (this.#stopping) sendSignal(this.pid, 'SIGINT');
        },
        (error: unknown) => {
          this.#log(`The database did not start again: ${error instanceof Error ? error.message : String(error)}`);
          this.#restart();
        },
      );
    }, RESTART_AFTER_MS);
  }

  #startLog(): string {
    return join(this.#user.home, 'postgres-start.log');
  }

  #readStartLog(): string {
    try {
      return readFileSync(this.#startLog(), 'utf8');
    } catch {
      return '';
    }
  }

  #startFailed(): StartProblem {
    return startFailure(this.#readStartLog(), this.#startLog(), this.#directory);
  }
}

function startFailure(said: string, logFile: string, place: string): StartProblem {
  if (/No space left on device|Disk quota exceeded/i.test(said)) {
    return explainSystemError(Object.assign(new Error(said), { code: 'ENOSPC' }), place) as StartProblem;
  }
  const reason = /(?:FATAL|PANIC|error|initdb: error):\s*(.*)/i.exec(said)?.[1] ?? said.trim().split('\n').at(-1) ?? '';
  return new StartProblem(
    `The database did not start${reason ? `: ${reason}` : '.'}`,
    `See ${logFile}, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

function makeDataFolder(path: string): string {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return realpathSync(folder);
  } catch (error) {
    throw explainSystemError(error, folder);
  }
}

function checkDiskSpace(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= needed) return;
  throw new StartProblem(
    `There is not enough disk space for ${folder}: ${megabytes(bavail * bsize)} free, ${megabytes(needed)} needed.`,
    'Free some space, or choose a folder on another disk with --data.',
  );
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}

/** Makes the database files beside their place and moves them there when they are whole. */
async function makeCluster(
  user: PostgresUser,
  directory: string,
  options: EmbeddedPostgresOptions,
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
  // Before version 17 the collation that needs nothing from the system has no name of its own.
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
    ...((options.durable ?? true) ? [] : ['--no-sync']),
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

function checkVersion(directory: string, major: number): void {
  const found = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  if (found === String(major)) return;
  throw new StartProblem(
    `The database in ${directory} was made by PostgreSQL ${found}; this academy runs PostgreSQL ${major}.`,
    'Choose another folder with --data, or run the academy version that made it.',
  );
}

/** The socket lies in the database's own folder (mode 0700) unless its path would be too long for the system. */
function chooseSocketFolder(directory: string, user: PostgresUser): string {
  if (Buffer.byteLength(join(directory, `.s.PGSQL.${PORT}.lock`)) <= LONGEST_SOCKET_PATH) return directory;
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

function serverArguments(directory: string, socketFolder: string, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    logging_collector: 'on',
    // Seven files, one for each day of the week, each begun anew a week later.
    log_directory: 'log',
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_file_mode: '0600',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return ['-D', directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** PostgreSQL must not listen to settings that were meant for other databases (PGDATA, PGPORT ...). */
function cleanEnv(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, HOME, LD_LIBRARY_PATH } = process.env;
  const kept = { PATH, TMPDIR, HOME, LD_LIBRARY_PATH, LC_ALL: 'C', TZ: 'UTC' };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

function connectionStringOf(socketFolder: string): string {
  return `postgres://${USER}@localhost:${PORT}/postgres?host=${encodeURIComponent(socketFolder)}`;
}

interface Postmaster {
  pid: number;
  socketFolder: string;
  /** `starting`, `ready`, `stopping` ... */
  status: string;
}

/** What PostgreSQL writes about itself: process id, folder, start, port, socket folder, TCP address, memory, status. */
function readPostmaster(directory: string): Postmaster | null {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return null;
    return { pid, socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() };
  } catch {
    return null;
  }
}
