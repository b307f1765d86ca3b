import type { Database } from './connect.ts';

/** What `db.transaction` hands to its callback. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Where a query may run: on its own, or inside a transaction. */
export type Queries = Database | Transaction;

/** Reads in several steps that all see the same moment, so that a publish in between is seen wholly or not at all. */
export function snapshot<T>(db: Database, read: (queries: Queries) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}
