import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';

/** The academy's database through Drizzle; `$client` is its pool, for statements that are prepared by name. */
export type Database = NodePgDatabase & { $client: Pool };

export interface ConnectOptions {
  /** Most connections at once; further work waits. Default 20. */
  connections?: number;
  /** Longest wait for a free connection, ms. Default 5,000. */
  acquireTimeoutMs?: number;
  /** Longest statement, ms. Default 15,000, the server's deadline for a call. */
  statementTimeoutMs?: number;
  /** Told when an idle connection is lost; the pool makes a new one on its own. */
  onConnectionLost?: (error: Error) => void;
}

export interface Connection {
  db: Database;
  pool: Pool;
  /** Waits for running queries and closes every connection. */
  close(): Promise<void>;
}

/** Opens a bounded pool to PostgreSQL; nothing is sent before the first query. */
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
  });
  // Without a listener a lost idle connection would end the process.
  pool.on('error', (error) => options.onConnectionLost?.(error));
  return { db: drizzle(pool), pool, close: () => pool.end() };
}
