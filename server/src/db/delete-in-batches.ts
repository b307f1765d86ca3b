import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './transaction.ts';

/** Rows that one statement deletes: its locks last a moment only. */
const BATCH = 1_000;

/** Deletes some rows that meet a condition; rows that something else holds wait for the next time. @returns how many */
export async function deleteSome(
  db: Queries,
  table: PgTable,
  condition: SQL | undefined,
  max = BATCH,
): Promise<number> {
  const done = await db.execute(sql`
    delete from ${table} where ctid = any (array(
      select ctid from ${table} where ${condition} limit ${max} for update skip locked))`);
  return done.rowCount ?? 0;
}

/** Deletes all rows that meet a condition, some at a time; several servers may do so at once. @returns how many */
export async function deleteInBatches(db: Queries, table: PgTable, condition: SQL | undefined): Promise<number> {
  let deleted = 0;
  for (;;) {
    const rows = await deleteSome(db, table, condition);
    deleted += rows;
    if (rows < BATCH) return deleted;
  }
}
