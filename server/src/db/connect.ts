import { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';

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

/** Opens a bounded pool to PostgreSQL; it connects with the first query. */
export function connect(connectionString: string, options: ConnectOptions = {}): Connection {
  const statementTimeout = options.statementTimeoutMs ?? 15_000;
  const pool = new Pool({
    connectionString,
    max: options.connections ?? 20,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    application_name: 'academy',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  watchConnections(pool, statementTimeout, options.onConnectionLost);
  const db = drizzle(pool);
  db.transaction = (work, config) => inTransaction(pool, work, config);
  return { db, pool, close: () => pool.end() };
}

/** Without listeners a lost connection would end the process, and a silent one would stay in use forever. */
function watchConnections(pool: Pool, statementTimeout: number, onConnectionLost?: (error: Error) => void): void {
  const inUse = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
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

/** Sets how long statements of this connection may take. @param longestMs 0: no limit */
export function allowSilence({ connection: { stream } }: PoolClient, longestMs: number): void {
  if (stream instanceof Socket) stream.setTimeout(longestMs === 0 ? 0 : longestMs + SILENCE_MS);
}

/**
 * Runs a transaction on one connection of the pool. Drizzle's own method never releases a connection on which `begin`
 * failed, and releases one on which `rollback` failed as if no transaction were open on it.
 *
 * @param longestMs longest statement, where it may take longer than usual
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (tx: Transaction) => Promise<T>,
  config?: TransactionConfig,
  longestMs?: number,
): Promise<T> {
  const client = await pool.connect();
  try {
    if (longestMs === undefined) return await drizzle(client).transaction(work, config);
    allowSilence(client, longestMs);
    return await drizzle(client).transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(longestMs)}, true)`);
      return work(tx);
    }, config);
  } finally {
    if (longestMs !== undefined) allowSilence(client, Number(pool.options.statement_timeout));
    client.release(client.getTransactionStatus() !== 'I');
  }
}
