import { and, eq, gte, lt, or } from 'drizzle-orm';
import { voucherRequest } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

export type VoucherRequestRow = typeof voucherRequest.$inferSelect;

export function membershipsStore(queries: Queries) {
  return {
    /**
     * A person's request in a year of membership. A request counts for the year in which it was made, too: an
     * administrator may have moved the start of the membership since.
     *
     * @param year ms since 1970
     */
    async voucherOf(personId: PersonId, year: { startsAt: number; endsAt: number }): Promise<VoucherRequestRow | null> {
      const [from, until] = [new Date(year.startsAt), new Date(year.endsAt)];
      const [row] = await queries
        .select()
        .from(voucherRequest)
        .where(
          and(
            eq(voucherRequest.personId, personId),
            or(
              eq(voucherRequest.yearStartsAt, from),
              and(gte(voucherRequest.requestedAt, from), lt(voucherRequest.requestedAt, until)),
            ),
          ),
        )
        .limit(1);
      return row ?? null;
    },

    /** @returns null when there is one for that year or with that id */
    async insert(row: {
      requestId: string;
      personId: PersonId;
      tenantId: TenantScope;
      yearStartsAt: Date;
      requestedAt: Date;
    }): Promise<VoucherRequestRow | null> {
      const [written] = await queries.insert(voucherRequest).values(row).onConflictDoNothing().returning();
      return written ?? null;
    },
  };
}
