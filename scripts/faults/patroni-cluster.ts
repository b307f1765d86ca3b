import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findProgram, freePorts } from './support/programs.ts';

/** Programs of the Debian packages haproxy, patroni, etcd-server and postgresql. */
const PROGRAMS = ['haproxy', 'patroni', 'etcd'] as const;
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const DATABASE = 'academy';
const START_MS = 90_000;
const LOOK_EVERY_MS = 200;

export interface PatroniOptions {
  /** An empty folder that the user `postgres` can reach. */
  folder: string;
  /** Number of PostgreSQL servers. */
  nodes: number;
  /**
   * Seconds after which a silent primary server loses its place. Short ones make fail-over fast, and mistake a busy
   * machine for a lost one.
   */
  ttlSeconds?: number;
}

export interface PatroniCluster {
  /** The primary server, whichever it is, through haproxy. */
  address: string;
  /** The standbys through haproxy, each connection to another one. */
  replicaAddress: string;
  /** Addresses of the servers themselves, by name. */
  nodes: ReadonlyMap<string, string>;
  /** Name of the primary server; null while there is none. */
  primary(): Promise<string | null>;
  /** Names of the synchronous standbys: at a fail-over one of them takes the place of the primary server. */
  synchronous(): Promise<string[]>;
  /** Kills a node as a machine that loses power: Patroni and PostgreSQL, without a word. */
  kill(node: string): Promise<void>;
  /** Kills PostgreSQL alone: Patroni notices, and another node takes over. */
  crash(node: string): void;
  /** Starts a killed node again; it joins as a standby. */
  restart(node: string): Promise<void>;
  /** Has another node take over in an orderly way, and waits for it. @returns its name */
  switchover(): Promise<string>;
  /** Waits until there is a primary server other than `before`. @returns its name */
  untilOther(before: string): Promise<string>;
  /** Waits until all nodes run and one of them follows synchronously. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

function postgresFolder(): string | null {
  if (!existsSync(DEBIAN_POSTGRES)) return null;
  const newest = readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a))[0];
  const folder = join(DEBIAN_POSTGRES, newest ?? '', 'bin');
  return existsSync(join(folder, 'postgres')) ? folder : null;
}

/** What is missing on this machine to start such a cluster, as names of programs. */
export function missingForPatroni(): string[] {
  const missing: string[] = PROGRAMS.filter((name) => findProgram(name) === null);
  return postgresFolder() === null ? [...missing, 'postgres'] : missing;
}

/**
 * Starts what operators run: PostgreSQL servers under Patroni with synchronous replication, etcd, and haproxy, which
 * asks Patroni for the primary server. Everything listens on loopback, and nothing outlives `stop`.
 *
 * @throws Error when a program is missing or the cluster does not come up
 */
export async function startPatroniCluster({
  folder,
  nodes: count,
  ttlSeconds = 10,
}: PatroniOptions): Promise<PatroniCluster> {
  const missing = missingForPatroni();
  if (missing.length > 0) throw new Error(`these programs are missing: ${missing.join(', ')}`);
  const user = unprivileged();
  const place = (name: string, mode = 0o700) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true, mode });
    if (user !== null) chownSync(path, user.uid, user.gid);
    return path;
  };
  if (user !== null) chmodSync(folder, 0o711);
  const children = new Map<string, ChildProcess>();
  const start = (name: string, program: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(findProgram(program) ?? program, args, {
      ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder, TZ: 'UTC' },
      stdio: ['ignore', log, log],
    });
    children.set(name, child);
    return child;
  };

  const ports = await freePorts(4 + 2 * count);
  const [etcdPort = 0, etcdPeerPort = 0, writePort = 0, readPort = 0, ...own] = ports;
  const nodes = Array.from({ length: count }, (_, at) => ({
    name: `node${at + 1}`,
    port: own[2 * at] ?? 0,
    rest: own[2 * at + 1] ?? 0,
  }));
  const addressAt = (port: number) => `postgres://${DATABASE}@127.0.0.1:${port}/${DATABASE}`;

  const etcd = `http://127.0.0.1:${etcdPort}`;
  const etcdPeer = `http://127.0.0.1:${etcdPeerPort}`;
  start('etcd', 'etcd', [
    ...['--name', 'etcd', '--data-dir', place('etcd-data'), '--unsafe-no-fsync', '--logger', 'zap'],
    ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd, '--listen-peer-urls', etcdPeer],
    ...['--initial-advertise-peer-urls', etcdPeer, '--initial-cluster', `etcd=${etcdPeer}`],
  ]);
  const startNode = ({ name, port, rest }: (typeof nodes)[number]) => {
    const file = join(folder, `${name}.yml`);
    const home = place(name);
    const config = patroniConfig({ name, port, rest, home, etcdPort, ttlSeconds, bin: postgresFolder() ?? '' });
    writeFileSync(file, JSON.stringify(config, null, 2), { mode: 0o644 });
    start(name, 'patroni', [file]);
  };
  const named = (name: string) => {
    const node = nodes.find((one) => one.name === name);
    if (node === undefined) throw new Error(`there is no node ${name}`);
    return node;
  };
  const has = async (name: string, role: 'primary' | 'sync' | 'replica') => {
    const url = `http://127.0.0.1:${named(name).rest}/${role}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return answer?.status === 200;
  };
  const having = async (role: 'primary' | 'sync' | 'replica') => {
    const answers = await Promise.all(nodes.map(async ({ name }) => ((await has(name, role)) ? [name] : [])));
    return answers.flat();
  };
  const cluster: PatroniCluster = {
    address: addressAt(writePort),
    replicaAddress: addressAt(readPort),
    nodes: new Map(nodes.map(({ name, port }) => [name, addressAt(port)])),
    primary: async () => (await having('primary'))[0] ?? null,
    synchronous: () => having('sync'),
    async kill(name) {
      const patroni = children.get(name);
      // Patroni first: it would notice and start PostgreSQL again.
      if (patroni !== undefined) await end(patroni, 'SIGKILL');
      killPostgres(join(folder, name, 'data'), 'SIGKILL');
    },
    crash: (name) => killPostgres(join(folder, named(name).name, 'data'), 'SIGKILL'),
    async restart(name) {
      startNode(named(name));
      await until(`${name} follows`, () => has(name, 'replica'));
    },
    async switchover() {
      const before = await cluster.primary();
      if (before === null) throw new Error('there is no primary server');
      const response = await fetch(`http://127.0.0.1:${named(before).rest}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: before }),
      });
      if (!response.ok) throw new Error(`Patroni refused to switch over: ${await response.text()}`);
      return cluster.untilOther(before);
    },
    async untilOther(before) {
      let found: string | null = null;
      await until(`another server than ${before} is primary`, async () => {
        found = (await having('primary')).find((name) => name !== before) ?? null;
        return found !== null;
      });
      return found ?? '';
    },
    async untilWhole() {
      await until('all nodes run and one follows synchronously', async () => {
        const [replicas, sync, primaries] = await Promise.all([having('replica'), having('sync'), having('primary')]);
        return replicas.length === count - 1 && sync.length > 0 && primaries.length === 1;
      });
    },
    async stop() {
      const haproxy = children.get('haproxy');
      if (haproxy !== undefined) await end(haproxy, 'SIGKILL');
      for (const { name } of nodes) await cluster.kill(name);
      for (const child of children.values()) await end(child, 'SIGKILL');
    },
  };

  try {
    await until('etcd answers', async () => (await fetch(`${etcd}/health`).catch(() => null))?.ok === true);
    for (const node of nodes) startNode(node);
    await cluster.untilWhole();
    await makeDatabase(`postgres://postgres@127.0.0.1:${named((await cluster.primary()) ?? '').port}/postgres`);
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, haproxyConfig(writePort, readPort, nodes), { mode: 0o644 });
    start('haproxy', 'haproxy', ['-db', '-f', file]);
    await until('haproxy leads to the primary server', () => answers(cluster.address));
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

interface Node {
  name: string;
  port: number;
  rest: number;
}

/** JSON is YAML. */
function patroniConfig(node: Node & { home: string; etcdPort: number; ttlSeconds: number; bin: string }) {
  const { name, port, rest, home, etcdPort, ttlSeconds, bin } = node;
  const here = (at: number) => ({ listen: `127.0.0.1:${at}`, connect_address: `127.0.0.1:${at}` });
  return {
    scope: 'academy',
    name,
    restapi: here(rest),
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: ttlSeconds,
        loop_wait: 1,
        retry_timeout: Math.max(1, Math.floor((ttlSeconds - 1) / 2)),
        maximum_lag_on_failover: 1_048_576,
        // A write is acknowledged when a standby has it as well.
        synchronous_mode: true,
        // A crashed PostgreSQL is not waited for: a standby takes over.
        master_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, wal_log_hints: 'on', hot_standby: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      ...here(port),
      data_dir: join(home, 'data'),
      bin_dir: bin,
      pgpass: join(home, 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: home, shared_buffers: '32MB' },
    },
  };
}

/** haproxy asks Patroni which server is primary, and ends the connections of one that no longer is. */
function haproxyConfig(writePort: number, readPort: number, nodes: readonly Node[]): string {
  const section = (name: string, port: number, path: string) =>
    [
      `listen ${name}`,
      `  bind 127.0.0.1:${port}`,
      `  option httpchk GET ${path}`,
      '  http-check expect status 200',
      '  default-server inter 500ms fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions',
      ...nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} maxconn 200 check port ${node.rest}`),
    ].join('\n');
  return `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
  retries 0
${section('primary', writePort, '/primary')}
${section('replicas', readPort, '/replica')}
`;
}

async function makeDatabase(address: string): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query(`create role ${DATABASE} login`);
  // For connections through a pooler, which cannot send limits of their own.
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`alter role ${DATABASE} set ${limit} = '15s'`);
  await client.query(`create database ${DATABASE} owner ${DATABASE}`);
  await client.end();
}

async function answers(address: string): Promise<boolean> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Its other processes notice the end of the first one, and end. */
function killPostgres(directory: string, signal: NodeJS.Signals): void {
  try {
    const pid = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (pid > 1 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(directory)) process.kill(pid, signal);
  } catch {
    // It does not run.
  }
}

/** PostgreSQL refuses root: the user of the Debian package runs it. Null: the present user does. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres');
  if (row === undefined) throw new Error('this machine has no user "postgres"');
  return { uid: Number(row[2]), gid: Number(row[3]) };
}
