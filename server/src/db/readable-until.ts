import { sql } from 'drizzle-orm';
import type { Transaction } from './transaction.ts';

/**
 * Rows recorded before this moment can all be seen: none is still to be committed. A row is recorded at the beginning of
 * its transaction. Transactions that have written nothing for a minute are long reads, such as backups: no statement of a
 * server takes as long.
 */
export async function readableUntil(tx: Transaction): Promise<Date> {
  const { rows } = await tx.execute<{ until: string }>(sql`
    select least(now(), min(xact_start)) - interval '1 second' as until from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and (backend_xid is not null or xact_start > now() - interval '1 minute')`);
  return new Date(rows[0]?.until ?? 0);
}
