import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../db/transaction.ts';
import { STATISTICS_VERSION, standingTables } from '../stats/added-statistics.ts';
import type { TenantScope } from '../values/scope.ts';

/** Where reports read how far learners are: from the rows that are kept behind the ledger, or from the ledger itself. */
export interface StandingSource {
  /** Until when events are counted; null: all, because the ledger is small. */
  countedUntil: Date | null;
  /**
   * The table `standing` of a statement, as a part of its `with`.
   *
   * @param people a condition on `person_id`, without which everybody is counted
   */
  standing(tenantId: TenantScope, people?: SQL): SQL;
  /** Ids of everybody who has begun something, a statement. */
  learners(tenantId: TenantScope): SQL;
}

const KEPT = {
  standing: (tenantId: TenantScope, people: SQL = sql`true`): SQL =>
    sql`standing as not materialized (select * from learner_course where tenant_id = ${tenantId} and ${people})`,
  learners: (tenantId: TenantScope): SQL => sql`select person_id from learner_course where tenant_id = ${tenantId}`,
};

const COUNTED = {
  standing: (tenantId: TenantScope, people: SQL = sql`true`): SQL => sql`
    event as materialized (
      select person_id, tenant_id, item_kind, item_id, kind, at, sequence
      from progress_event where tenant_id = ${tenantId} and item_kind in ('lesson', 'course') and ${people}
    ),
    ${standingTables}`,
  learners: (tenantId: TenantScope): SQL =>
    sql`select person_id from progress_event where tenant_id = ${tenantId} and item_kind = 'lesson'`,
};

export async function standingSource(db: Queries): Promise<StandingSource> {
  const { rows } = await db.execute<{ until: string }>(sql`
    select read_until as until from statistic_progress
    where complete_at is not null and version = ${STATISTICS_VERSION}`);
  const [row] = rows;
  return row === undefined ? { ...COUNTED, countedUntil: null } : { ...KEPT, countedUntil: new Date(row.until) };
}
