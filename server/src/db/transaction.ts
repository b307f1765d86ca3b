import { type Database, inTransaction, type Transaction } from './connect.ts';

export type { Transaction };

/** A database, or a transaction on it: either can run a query. */
export type Queries = Database | Transaction;

/**
 * Runs several reads in one snapshot, so that a publish in between is seen wholly or not at all.
 *
 * @param maxMs longest statement, where it may take longer than usual
 */
export function snapshot<T>(db: Database, read: (queries: Queries) => Promise<T>, maxMs?: number): Promise<T> {
  const config = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  if (maxMs === undefined) return db.transaction(read, config);
  return inTransaction(db.$client, read, config, maxMs);
}
