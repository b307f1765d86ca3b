import { sql } from 'drizzle-orm';
import type { Queries } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';
import { STATISTICS_VERSION, SUM } from './added-statistics.ts';

/**
 * How many learners were ever active in the listed lessons of a course, or in a guide, by the sums behind the ledger.
 *
 * @returns null where no sums are kept
 */
export async function keptLearners(
  db: Queries,
  tenantId: TenantScope,
  kind: 'course' | 'guide',
  id: string,
): Promise<number | null> {
  const ofAll = sql`tenant_id = ${tenantId} and what = ${SUM[kind]}`;
  // Weeks are named one by one: each is looked up by the index, which has them before the ids.
  const { rows } = await db.execute<{ learners: number }>(sql`
    select (
      select coalesce(sum(count), 0)::int from statistic where ${ofAll} and id = ${id} and week in (
        select generate_series(
          (select min(week) from statistic where ${ofAll})::timestamp,
          (select max(week) from statistic where ${ofAll})::timestamp, interval '1 week'
        )::date
      )
    ) as learners
    from statistic_progress where complete_at is not null and version = ${STATISTICS_VERSION}`);
  return rows[0]?.learners ?? null;
}
