import { type Database, inTransaction, type Transaction } from './connect.ts';

export type { Transaction };

/** Where a query may run: on its own, or inside a transaction. */
export type Queries = Database | Transaction;

/**
 * Reads in several steps that all see the same moment, so that a publish in between is seen wholly or not at all.
 *
 * @param longestMs longest statement, where it may take longer than others
 */
export function snapshot<T>(db: Database, read: (queries: Queries) => Promise<T>, longestMs?: number): Promise<T> {
  return inTransaction(db.$client, read, { isolationLevel: 'repeatable read', accessMode: 'read only' }, longestMs);
}
