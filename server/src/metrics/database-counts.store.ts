import { sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';

/** Figures that the database knows, the same for every server. */
export interface DatabaseCounts {
  mailsWaiting: number;
  /** Within the last day. */
  mailsFailed: number;
  /** 0 when none waits. */
  oldestMailSeconds: number;
  deliveriesWaiting: number;
  /** Within the last day. */
  deliveriesFailed: number;
  labsRunning: number;
  /** Of those that started within the last hour. */
  labsFailed: number;
  databaseBytes: number;
  /** Seconds since 1970 of the last backup that was noted; 0 when none was. */
  lastBackup: number;
}

/** Counts by partial indexes and recent rows only, so that collecting costs the same in an academy of any size. */
export async function readDatabaseCounts(db: Database): Promise<DatabaseCounts> {
  const { rows } = await db.execute<{ [Name in keyof DatabaseCounts]: string | number }>(sql`
    -- Read by its own index: the oldest of all mails would be looked for among those that were sent.
    with waiting as materialized (select created_at from outbox_mail where sent_at is null and failed_at is null)
    select
      (select count(*) from waiting) as "mailsWaiting",
      (select count(*) from outbox_mail where failed_at > now() - interval '1 day') as "mailsFailed",
      (select coalesce(extract(epoch from now() - min(created_at)), 0) from waiting) as "oldestMailSeconds",
      (select count(*) from webhook_delivery where delivered_at is null and failed_at is null) as "deliveriesWaiting",
      (select count(*) from webhook_delivery where failed_at > now() - interval '1 day') as "deliveriesFailed",
      (select count(*) from lab_session where state <> 'ended') as "labsRunning",
      (select count(*) from lab_session where end_reason = 'failed' and started_at > now() - interval '1 hour')
        as "labsFailed",
      pg_database_size(current_database()) as "databaseBytes",
      (select coalesce(extract(epoch from max(at)), 0) from audit_event
        where target_kind = 'backup' and target_id = 'all') as "lastBackup"`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database counted nothing');
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Number(value)]),
  ) as unknown as DatabaseCounts;
}
