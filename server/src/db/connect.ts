import { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { isNotPrimary } from './lost-server.ts';
import { watchStatements } from './statements.ts';

/** The academy's database through Drizzle; `$client` is its pool, for named prepared statements. */
export type Database = NodePgDatabase & { $client: Pool };

/** The argument of the callback of `db.transaction`. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
type TransactionConfig = Parameters<NodePgDatabase['transaction']>[1];

export interface ConnectOptions {
  /** Most connections at once; further work waits. Default 20. */
  connections?: number;
  /** Longest wait for a free connection, ms. Default 5,000. */
  acquireTimeoutMs?: number;
  /** Longest statement, ms. Default 15,000, the server's deadline for a call. */
  statementTimeoutMs?: number;
  /** Called when a connection is lost; the pool opens a new one by itself. */
  onConnectionLost?: (error: Error) => void;
  /**
   * Whether a pooler in transaction mode stands before PostgreSQL. Its connections change the session with each
   * transaction: nothing is set when they begin, and no statement is prepared by name. The limits of statements are
   * then those of the database role.
   */
  isPooled?: boolean;
  /** What the database shows of its connections. Default `academy`. */
  applicationName?: string;
}

export interface Connection {
  db: Database;
  pool: Pool;
  /** Waits for running queries and closes every connection. */
  close(): Promise<void>;
}

/** PostgreSQL answers a statement within its timeout; a connection silent for this much longer is dead, ms. */
const SILENCE_MS = 2_000;
/** Dead idle connections are detected after about this long, ms. */
const KEEP_ALIVE_MS = 10_000;

/** Longest statement, ms, for pools whose options do not name one. */
export const STATEMENT_TIMEOUT_MS = 15_000;

/**
 * Name of connections that pass a pooler. It keeps them for some minutes after the server that used them: commands that
 * ask whether a server runs leave them out.
 */
export const POOLED_NAME = 'academy pooled';

/** Pools whose sessions belong to a pooler. */
const pooled = new WeakSet<Pool>();
const statementTimeouts = new WeakMap<Pool, number>();

/**
 * Statements are not compiled: ours take milliseconds, and PostgreSQL compiles by its estimates. It compiled a function of
 * the search anew for each word, which took 75 times as long as running it.
 */
const NOT_COMPILED = '-c jit=off';

/** Opens a bounded pool to PostgreSQL; it connects with the first query. */
export function connect(connectionString: string, options: ConnectOptions = {}): Connection {
  const statementTimeout = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const limits = {
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    options: NOT_COMPILED,
  };
  const pool = new Pool({
    connectionString,
    max: options.connections ?? 20,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    // pgbouncer refuses parameters that it does not know.
    ...(options.isPooled ? {} : limits),
    application_name: options.applicationName ?? 'academy',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  if (options.isPooled) pooled.add(pool);
  statementTimeouts.set(pool, statementTimeout);
  watchConnections(pool, statementTimeout, options.onConnectionLost);
  watchStatements(pool);
  const db = drizzle(pool);
  db.transaction = (work, config) => inTransaction(pool, work, config);
  return { db, pool, close: () => pool.end() };
}

/** Without listeners a lost connection would end the process, and a silent one would stay in use forever. */
function watchConnections(pool: Pool, statementTimeout: number, onConnectionLost?: (error: Error) => void): void {
  const inUse = new WeakSet<PoolClient>();
  const open = new Set<PoolClient>();
  /** Connections to a server that has lost its place: after a fail-over no other one of its time is better. */
  const former = new WeakSet<PoolClient>();
  const giveUpAll = () => {
    for (const client of open) {
      former.add(client);
      if (!inUse.has(client))
        client.connection.stream.destroy(new Error('Connection terminated: not the primary server'));
    }
  };
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => {
    inUse.delete(client);
    // The pool closes a connection that is ending, and opens another one when it is needed.
    if (former.has(client)) void client.end();
  });
  pool.on('remove', (client) => open.delete(client));
  pool.on('connect', (client) => {
    open.add(client);
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (isNotPrimary(code)) giveUpAll();
    });
    client.on('error', (error) => onConnectionLost?.(error));
    allowSilence(client, statementTimeout);
    const { stream } = client.connection;
    stream.on('timeout', () => {
      if (inUse.has(client)) stream.destroy(new Error('Connection terminated: the database does not answer'));
    });
  });
  // Idle connections report to the pool as well.
  pool.on('error', () => {});
}

/** Sets how long statements of this connection may take. @param maxMs 0: no limit */
export function allowSilence({ connection: { stream } }: PoolClient, maxMs: number): void {
  if (stream instanceof Socket) stream.setTimeout(maxMs === 0 ? 0 : maxMs + SILENCE_MS);
}

/**
 * Runs a transaction on one connection of the pool. Drizzle's own method never releases a connection on which `begin`
 * failed, and releases one on which `rollback` failed as if no transaction were open on it.
 *
 * @param maxMs longest statement, where it may take longer than usual
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (tx: Transaction) => Promise<T>,
  config?: TransactionConfig,
  maxMs?: number,
): Promise<T> {
  const client = await pool.connect();
  try {
    if (maxMs === undefined) return await drizzle(client).transaction(work, config);
    allowSilence(client, maxMs);
    return await drizzle(client).transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(maxMs)}, true)`);
      return work(tx);
    }, config);
  } finally {
    if (maxMs !== undefined) allowSilence(client, statementTimeouts.get(pool) ?? STATEMENT_TIMEOUT_MS);
    client.release(client.getTransactionStatus() !== 'I');
  }
}

/**
 * Runs a statement that the database prepares once for each connection, where planning takes longer than running it.
 * Behind a pooler it is planned each time: the next session would not know the name.
 */
export async function prepared<Row extends QueryResultRow>(
  pool: Pool,
  { name, text }: { name: string; text: string },
  values: unknown[],
): Promise<Row[]> {
  const statement = pooled.has(pool) ? { text, values } : { name, text, values };
  return (await pool.query<Row>(statement)).rows;
}
