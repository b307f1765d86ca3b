import { sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';

/** What the database knows of itself. */
export interface DatabaseHealth {
  version: string;
  /** By the clock of the database, ms since 1970. */
  now: number;
  bytes: number;
  oldestTransactionSeconds: number;
  freeConnections: number;
}

/** What the tables know of deliveries, labs and backups. */
export interface Counts {
  webhooksActive: number;
  webhooksPaused: number;
  deliveriesWaiting: number;
  deliveriesFailed: number;
  labsRunning: number;
  labsFailed: number;
}

/** Reads recent rows and statistics only: it costs the same in an academy of any size. */
export function healthStore(db: Database) {
  return {
    async database(): Promise<DatabaseHealth> {
      // Statistics of other users' transactions are left out by the database itself, unless this user may see them.
      const { rows } = await db.execute<Record<keyof DatabaseHealth, string>>(sql`
        select current_setting('server_version') as version,
          extract(epoch from clock_timestamp()) * 1000 as now,
          pg_database_size(current_database()) as bytes,
          (select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0) from pg_stat_activity
            where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid())
            as "oldestTransactionSeconds",
          current_setting('max_connections')::int - (select count(*) from pg_stat_activity
            where backend_type = 'client backend') as "freeConnections"`);
      const [row] = rows;
      if (row === undefined) throw new Error('the database knows nothing of itself');
      return {
        version: row.version.split(' ', 1)[0] ?? row.version,
        now: Number(row.now),
        bytes: Number(row.bytes),
        oldestTransactionSeconds: Math.round(Number(row.oldestTransactionSeconds)),
        freeConnections: Number(row.freeConnections),
      };
    },

    async standbys(): Promise<{ name: string; lagSeconds: number | null }[]> {
      const { rows } = await db.execute<{ name: string; lag: string | null }>(sql`
        select application_name as name, extract(epoch from replay_lag) as lag from pg_stat_replication
        where state = 'streaming' order by application_name limit 20`);
      return rows.map(({ name, lag }) => ({ name, lagSeconds: lag === null ? null : Math.round(Number(lag)) }));
    },

    async counts(): Promise<Counts> {
      const { rows } = await db.execute<Record<keyof Counts, number>>(sql`
        select
          (select count(*)::int from webhook where is_active) as "webhooksActive",
          (select count(*)::int from webhook where not is_active and problem is not null) as "webhooksPaused",
          (select count(*)::int from webhook_delivery where delivered_at is null and failed_at is null)
            as "deliveriesWaiting",
          (select count(*)::int from webhook_delivery where failed_at > now() - interval '1 day') as "deliveriesFailed",
          (select count(*)::int from lab_session where state <> 'ended') as "labsRunning",
          (select count(*)::int from lab_session where end_reason = 'failed'
            and started_at > now() - interval '1 day') as "labsFailed"`);
      const [row] = rows;
      if (row === undefined) throw new Error('the database counted nothing');
      return row;
    },

    /** Published items of each academy that has any, and when one was last published. */
    async content(): Promise<Map<string, { items: number; publishedAt: string }>> {
      const { rows } = await db.execute<{ tenantId: string; items: number; publishedAt: Date | string }>(sql`
        select tenant_id as "tenantId", count(*)::int as items, max(published_at) as "publishedAt"
        from content_item where removed_at is null group by tenant_id`);
      return new Map(
        rows.map(({ tenantId, items, publishedAt }) => [
          tenantId,
          { items, publishedAt: new Date(publishedAt).toISOString() },
        ]),
      );
    },
  };
}

export type HealthStore = ReturnType<typeof healthStore>;
