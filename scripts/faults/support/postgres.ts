import { spawn } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, connect } from '@academy/server/db/connect';
import { findPostgres } from '@academy/server/db/postgres-binaries';
import {
  chooseSocketFolder,
  cleanEnv,
  makeCluster,
  readPostmaster,
  serverArguments,
  USER,
} from '@academy/server/db/postgres-cluster';
import { choosePostgresUser, type PostgresUser } from '@academy/server/db/postgres-user';
import { isAlive, poll, sendSignal, waitUntilGone } from '@academy/server/values/processes';
import { freePort } from './programs.ts';
import { alsoKill } from './started.ts';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
/** Anybody on this machine: the database is thrown away after the run. */
const ACCESS = [
  'local all all trust',
  'host all all 127.0.0.1/32 trust',
  'host replication all 127.0.0.1/32 trust',
  '',
].join('\n');

/** A durable PostgreSQL on a port of this machine, which nothing restarts by itself. */
export interface Postgres {
  port: number;
  /** Its data directory. */
  directory: string;
  connectionString: string;
  isRunning(): boolean;
  /** @throws Error with the end of its output when it does not become ready */
  start(): Promise<void>;
  /** Fast shutdown, as a service manager does it. */
  stop(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** Suspends all its processes: connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
}

/** Makes an empty cluster with the programs that the academy brings along, and starts it. */
export async function startPostgres(folder: string, settings: Record<string, string> = {}): Promise<Postgres> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const user = choosePostgresUser(folder, findPostgres('embedded'));
  const directory = join(user.home, 'pg');
  await makeCluster(user, directory, true, () => {});
  writeFileSync(join(directory, 'pg_hba.conf'), ACCESS, { mode: 0o600 });
  user.own(directory);
  const postgres = await postgresOn(user, folder, directory, settings);
  await postgres.start();
  return postgres;
}

/**
 * Copies a running cluster by PostgreSQL's functions for backups and starts the copy as its standby, replicating from
 * then on.
 *
 * @param name of the standby, for `synchronous_standby_names`
 * @param port left out, any free one
 */
export async function startStandby(folder: string, primary: Postgres, name: string, port?: number): Promise<Postgres> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const user = choosePostgresUser(folder, findPostgres('embedded'));
  const directory = join(user.home, 'pg');
  await withClient(primary.connectionString, async ({ pool }) => {
    const client = await pool.connect();
    try {
      await client.query("select pg_backup_start('standby', true)");
      cpSync(primary.directory, directory, {
        recursive: true,
        filter: (source) => isCopied(primary.directory, source),
      });
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
      writeFileSync(join(directory, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
    } finally {
      client.release();
    }
  });
  for (const empty of LEFT_EMPTY) mkdirSync(join(directory, empty), { recursive: true, mode: 0o700 });
  writeFileSync(join(directory, 'standby.signal'), '', { mode: 0o600 });
  writeFileSync(
    join(directory, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${USER} application_name=${name}'\n`,
    { mode: 0o600 },
  );
  user.own(directory);
  const standby = await postgresOn(user, folder, directory, port === undefined ? {} : { port: String(port) });
  await standby.start();
  return standby;
}

/** Contents that belong to the running process alone. */
const LEFT_EMPTY = [
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT = /^(?:postmaster\.|\.s\.PGSQL|log\/)/;

function isCopied(root: string, source: string): boolean {
  const path = source.slice(root.length + 1);
  return !LEFT_OUT.test(path) && !LEFT_EMPTY.some((folder) => path.startsWith(`${folder}/`));
}

/** Runs some work on a small connection of its own. */
export async function withClient<T>(address: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = connect(address, { connections: 2, statementTimeoutMs: 120_000 });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

async function postgresOn(
  user: PostgresUser,
  folder: string,
  directory: string,
  settings: Record<string, string>,
): Promise<Postgres> {
  const port = settings.port === undefined ? await freePort() : Number(settings.port);
  const args = [
    ...serverArguments(directory, chooseSocketFolder(directory, user), true),
    ...Object.entries({
      listen_addresses: '127.0.0.1',
      port: String(port),
      max_connections: '100',
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const output = join(folder, 'postgres-start.log');
  let pid = 0;
  let forget = () => {};
  const isRunning = () => pid !== 0 && isAlive(pid);
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning()) return;
    sendSignal(pid, signal);
    if (!(await waitUntilGone(pid, STOP_TIMEOUT_MS))) throw new Error('PostgreSQL does not stop');
    forget();
  };
  const kill = () => {
    if (isRunning()) for (const one of familyOf(pid)) sendSignal(one, 'SIGKILL');
  };
  return {
    port,
    directory,
    connectionString: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    isRunning,
    async start() {
      const deadline = Date.now() + START_TIMEOUT_MS;
      while (!(await launch(user, args, directory, output, (started) => (pid = started)))) {
        // Child processes of a killed main process may hold its shared memory for a moment longer.
        if (Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${endOf(output)}`);
        await delay(50);
      }
      forget = alsoKill(kill);
    },
    stop: () => end('SIGINT'),
    async kill() {
      const all = familyOf(pid);
      await end('SIGKILL');
      // A power cut ends the child processes at the same moment.
      for (const one of all) sendSignal(one, 'SIGKILL');
    },
    freeze() {
      for (const one of familyOf(pid)) sendSignal(one, 'SIGSTOP');
    },
    thaw() {
      for (const one of familyOf(pid)) sendSignal(one, 'SIGCONT');
    },
  };
}

/** True when PostgreSQL is ready, false when it ended at once. */
async function launch(
  user: PostgresUser,
  args: readonly string[],
  directory: string,
  output: string,
  started: (pid: number) => void,
): Promise<boolean> {
  const log = openSync(output, 'a', 0o600);
  const { program, args: all, options } = user.command(user.binaries.postgres, args);
  const child = spawn(program, all, { ...options, stdio: ['ignore', log, log], detached: true, env: cleanEnv() });
  closeSync(log);
  started(child.pid ?? 0);
  let ended = false;
  for (const event of ['error', 'exit']) child.once(event, () => (ended = true));
  const ready = await poll(START_TIMEOUT_MS, () => {
    if (ended) return false;
    const postmaster = readPostmaster(directory);
    return postmaster?.pid === child.pid && postmaster?.status === 'ready' ? true : undefined;
  });
  child.unref();
  return ready === true;
}

function endOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-10).join('\n') : '';
}

/** A process and its children. */
function familyOf(pid: number): number[] {
  if (pid === 0 || !existsSync('/proc')) return pid === 0 ? [] : [pid];
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return [pid, ...children.map(Number)];
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
