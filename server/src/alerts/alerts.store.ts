import type { AlertAudience, AlertLevel } from '@academy/contract/alerts';
import { ALERT_RESTORE_HOURS } from '@academy/contract/alerts-admin';
import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { alert } from '../db/alert-tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';

/** An alert's content, sanitised and ready to be stored. */
export interface AlertWords {
  message: string;
  /** Markdown source of the message; null for alerts that were written as HTML. */
  source: string | null;
  actionText: string | null;
  actionUrl: string | null;
  level: AlertLevel;
  audience: AlertAudience;
  /** Null: shown at once. */
  startsAt: Date | null;
  /** Null: shown until it is deleted. */
  endsAt: Date | null;
}

export interface AlertRow extends AlertWords {
  alertId: string;
  tenantId: string;
  authorFirstName: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The next moment at which a scheduled alert starts or ends. */
export interface Turn {
  /** Milliseconds until then; 0 when it has passed. */
  waitMs: number;
  tenantIds: TenantScope[];
}

const COLUMNS = {
  alertId: alert.alertId,
  tenantId: alert.tenantId,
  message: alert.message,
  source: alert.source,
  actionText: alert.actionText,
  actionUrl: alert.actionUrl,
  level: sql<AlertLevel>`${alert.level}`,
  audience: sql<AlertAudience>`${alert.audience}`,
  startsAt: alert.startsAt,
  endsAt: alert.endsAt,
  authorFirstName: alert.authorFirstName,
  createdAt: alert.createdAt,
  updatedAt: alert.updatedAt,
};
const IS_THERE = isNull(alert.deletedAt);
const RESTORABLE_FROM = sql.raw(`now() - interval '${ALERT_RESTORE_HOURS} hours'`);
const NEWEST_FIRST = [desc(alert.createdAt), desc(alert.alertId)];
/** The clock of the database decides, so that all servers agree. */
const HAS_BEGUN = or(isNull(alert.startsAt), lte(alert.startsAt, sql`now()`));
const HAS_NOT_ENDED = or(isNull(alert.endsAt), gt(alert.endsAt, sql`now()`));

export function alertsStore(db: Queries) {
  return {
    /** Alerts shown at this moment, newest first. */
    shownNow(tenantId: TenantScope): Promise<AlertRow[]> {
      return db
        .select(COLUMNS)
        .from(alert)
        .where(and(eq(alert.tenantId, tenantId), IS_THERE, HAS_BEGUN, HAS_NOT_ENDED))
        .orderBy(...NEWEST_FIRST);
    },

    /** All alerts of an academy, newest first. */
    all(tenantId: TenantScope): Promise<AlertRow[]> {
      return db
        .select(COLUMNS)
        .from(alert)
        .where(and(eq(alert.tenantId, tenantId), IS_THERE))
        .orderBy(...NEWEST_FIRST);
    },

    async byId(tenantId: TenantScope, alertId: string): Promise<AlertRow | null> {
      const rows = await db
        .select(COLUMNS)
        .from(alert)
        .where(isNamed(tenantId, [alertId]));
      return rows[0] ?? null;
    },

    /** The existing ones of these alerts, locked until the transaction ends. */
    hold(tenantId: TenantScope, alertIds: readonly string[]): Promise<AlertRow[]> {
      const named = isNamed(tenantId, alertIds);
      return db.select(COLUMNS).from(alert).where(named).orderBy(alert.alertId).for('update');
    },

    /** Creates an alert. @returns null when the id exists already */
    async create(
      tenantId: TenantScope,
      alertId: string,
      words: AlertWords,
      author: { personId: string; firstName: string },
    ): Promise<AlertRow | null> {
      const rows = await db
        .insert(alert)
        .values({ alertId, tenantId, ...words, authorId: author.personId, authorFirstName: author.firstName })
        .onConflictDoNothing()
        .returning(COLUMNS);
      return rows[0] ?? null;
    },

    /** @returns the updated alert; null when the academy has no alert with this id */
    async update(tenantId: TenantScope, alertId: string, words: AlertWords): Promise<AlertRow | null> {
      const rows = await db
        .update(alert)
        // Always a new moment, because dismissals refer to it: people who dismissed the alert see the changed one.
        .set({ ...words, updatedAt: sql`greatest(now(), ${alert.updatedAt} + interval '1 millisecond')` })
        .where(isNamed(tenantId, [alertId]))
        .returning(COLUMNS);
      return rows[0] ?? null;
    },

    /** Marks alerts as deleted, and purges those that were deleted long ago. */
    async remove(tenantId: TenantScope, alertIds: readonly string[]): Promise<void> {
      await db.delete(alert).where(and(eq(alert.tenantId, tenantId), lte(alert.deletedAt, RESTORABLE_FROM)));
      await db.update(alert).set({ deletedAt: sql`now()` }).where(isNamed(tenantId, alertIds));
    },

    /** Restores alerts deleted recently. @returns the restored ones */
    restore(tenantId: TenantScope, alertIds: readonly string[]): Promise<AlertRow[]> {
      const gone = and(eq(alert.tenantId, tenantId), inArray(alert.alertId, [...alertIds]));
      return db
        .update(alert)
        .set({ deletedAt: null })
        .where(and(gone, gt(alert.deletedAt, RESTORABLE_FROM)))
        .returning(COLUMNS);
    },

    /**
     * Finds the next start or end of an alert.
     *
     * @param since moments up to this one are handled, as text of the database (`now`); null: up to the present
     * @returns the present as text of the database, and the next moment; null when nothing is scheduled
     */
    async nextTurn(since: string | null): Promise<{ now: string; turn: Turn | null }> {
      const { rows } = await db.execute<{ now: string; wait_ms: number | null; tenants: string[] | null }>(sql`
        with turn as (
          select tenant_id, starts_at as at from ${alert} where deleted_at is null and starts_at > coalesce(${since}::timestamptz, now())
          union all
          select tenant_id, ends_at from ${alert} where deleted_at is null and ends_at > coalesce(${since}::timestamptz, now())
        )
        select now()::text as now, (extract(epoch from min(at) - now()) * 1000)::float8 as wait_ms,
          array_agg(distinct tenant_id) filter (where at <= greatest(now(), (select min(at) from turn))) as tenants
        from turn`);
      const [row] = rows;
      if (row === undefined) throw new Error('the database returned no row');
      const turn =
        row.wait_ms === null
          ? null
          : { waitMs: Math.max(0, row.wait_ms), tenantIds: (row.tenants ?? []) as TenantScope[] };
      return { now: row.now, turn };
    },
  };
}

function isNamed(tenantId: TenantScope, alertIds: readonly string[]) {
  return and(eq(alert.tenantId, tenantId), inArray(alert.alertId, [...alertIds]), IS_THERE);
}

export type AlertsStore = ReturnType<typeof alertsStore>;
