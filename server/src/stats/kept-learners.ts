import { sql } from 'drizzle-orm';
import type { Queries } from '../db/transaction.ts';
import type { TenantScope } from '../scope.ts';
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
  const { rows } = await db.execute<{ learners: number }>(sql`
    select (
      select coalesce(sum(count), 0)::int from statistic
      where tenant_id = ${tenantId} and what = ${SUM[kind]} and id = ${id}
    ) as learners
    from statistic_progress where complete_at is not null and version = ${STATISTICS_VERSION}`);
  return rows[0]?.learners ?? null;
}
