import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@academy/server/db/connect';
import { withCleanup } from './cleanup.ts';
import type { DatabaseCluster } from './database-cluster.ts';
import { type Postgres, startPostgres, startStandby, withClient } from './postgres.ts';
import { findProgram, freePort } from './programs.ts';
import { startProgram } from './started.ts';

/** The watcher asks the primary this often, ms, and promotes the standby after so many failures in a row. */
const WATCH_EVERY_MS = 200;
const FAILURES_BEFORE_PROMOTION = 3;
const ANSWER_MS = 1_000;
const SYNCHRONOUS_WITHIN_MS = 30_000;
const PRIMARY_WITHIN_MS = 20_000;

interface Node {
  postgres: Postgres;
  agent: Agent;
}

/**
 * A primary with one synchronous standby. HAProxy asks an agent beside each server whether it is the primary, as it
 * asks Patroni; a watcher promotes the standby when the primary no longer answers.
 */
export async function startPlainCluster(folder: string): Promise<DatabaseCluster> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const [proxyPort, agents] = [await freePort(), [await startAgent(), await startAgent()] as const];
  let generation = 1;
  let primary: Node = { postgres: await startPostgres(join(folder, 'node-1')), agent: agents[0] };
  primary.agent.watch(primary.postgres);
  let standby: Node | null = null;
  const ports = new Map<Agent, number>([[primary.agent, primary.postgres.port]]);
  let watching = true;

  async function addStandby(agent: Agent): Promise<Node> {
    generation += 1;
    const name = `node_${generation}`;
    const { postgres: from } = primary;
    const postgres = await startStandby(join(folder, `node-${generation}`), from, name, ports.get(agent));
    ports.set(agent, postgres.port);
    agent.watch(postgres);
    await makeSynchronous(from, name);
    return { postgres, agent };
  }

  standby = await addStandby(agents[1]);
  const output = join(folder, 'haproxy.log');
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(
    config,
    haproxyConfig(
      proxyPort,
      [...ports].map(([agent, port]) => ({ port, agent: agent.port })),
    ),
  );
  const proxy = startProgram(findProgram('haproxy') ?? 'haproxy', ['-db', '-f', config], { output });
  const connectionString = `postgres://academy@127.0.0.1:${proxyPort}/postgres`;

  /** Promotes the standby once the primary has not answered several times. */
  const watcher = (async () => {
    let failures = 0;
    while (watching) {
      await delay(WATCH_EVERY_MS);
      failures = (await primary.agent.isPrimary()) ? 0 : failures + 1;
      if (failures < FAILURES_BEFORE_PROMOTION || standby === null) continue;
      const next: Node = standby;
      standby = null;
      // Its writes are not confirmed until it has a standby.
      await withClient(next.postgres.connectionString, ({ pool }) =>
        pool.query('select pg_promote(true, 30)').then(() => setSynchronous(pool, '')),
      );
      primary = next;
      failures = 0;
    }
  })();
  // What it could not do shows in the writes that never succeed.
  watcher.catch(() => {});

  const cluster: DatabaseCluster = {
    connectionString,
    killPrimary: () => primary.postgres.kill(),
    async repair() {
      const free = agents.find((agent) => agent !== primary.agent);
      if (free === undefined || standby !== null) throw new Error('the cluster has not changed its primary');
      standby = await addStandby(free);
    },
    async stop() {
      watching = false;
      await withCleanup(async (later) => {
        later.add(() => primary.postgres.stop());
        later.add(() => standby?.postgres.stop());
        for (const agent of agents) later.add(() => agent.close());
        later.add(() => proxy.stop());
        later.add(() => watcher);
      });
    },
  };
  try {
    await untilReachable(connectionString, output);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

interface Queries {
  query(text: string): Promise<unknown>;
}

async function setSynchronous(pool: Queries, names: string): Promise<void> {
  await pool.query(`alter system set synchronous_standby_names = '${names}'`);
  await pool.query('select pg_reload_conf()');
}

/** Lets the primary acknowledge only what this standby has on disk, and waits until that holds. */
function makeSynchronous(primary: Postgres, name: string): Promise<void> {
  return withClient(primary.connectionString, async ({ pool }) => {
    await setSynchronous(pool, name);
    const deadline = Date.now() + SYNCHRONOUS_WITHIN_MS;
    while (Date.now() < deadline) {
      const { rowCount } = await pool.query(
        "select from pg_stat_replication where application_name = $1 and sync_state = 'sync'",
        [name],
      );
      if (rowCount === 1) return;
      await delay(50);
    }
    throw new Error(`${name} did not become a synchronous standby`);
  });
}

async function untilReachable(connectionString: string, output: string): Promise<void> {
  const deadline = Date.now() + PRIMARY_WITHIN_MS;
  for (;;) {
    const reached = await withClient(connectionString, ({ pool }) => pool.query('select 1')).catch(() => null);
    if (reached !== null) return;
    if (Date.now() > deadline)
      throw new Error(`HAProxy finds no primary: ${readFileSync(output, 'utf8').slice(-1_000)}`);
    await delay(50);
  }
}

/** As Patroni's documentation has it: connections to a server that is no longer the primary are ended. */
function haproxyConfig(port: number, servers: readonly { port: number; agent: number }[]): string {
  return [
    'global',
    '  maxconn 500',
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 2s',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers.map((one, index) => `  server node-${index + 1} 127.0.0.1:${one.port} check port ${one.agent}`),
    '',
  ].join('\n');
}

/** Answers whether a PostgreSQL is the primary, at `/primary`: 200 or 503. */
interface Agent {
  port: number;
  watch(postgres: Postgres): void;
  isPrimary(): Promise<boolean>;
  close(): Promise<void>;
}

async function startAgent(): Promise<Agent> {
  let connection: ReturnType<typeof connect> | null = null;
  const isPrimary = async () => {
    const reply = await connection?.pool
      .query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      .catch(() => null);
    return reply?.rows[0]?.standby === false;
  };
  const server: Server = createServer((_request, response) => {
    void isPrimary().then((is) => response.writeHead(is ? 200 : 503, { connection: 'close' }).end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    watch(postgres) {
      void connection?.close();
      connection = connect(postgres.connectionString, {
        ...{ connections: 2, acquireTimeoutMs: ANSWER_MS, statementTimeoutMs: ANSWER_MS },
      });
    },
    isPrimary,
    async close() {
      await new Promise((closed) => server.close(closed));
      await connection?.close();
    },
  };
}
