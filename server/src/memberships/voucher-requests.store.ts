import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { olderThan } from '../db/older-than.ts';
import { peopleMatching } from '../db/people-matching.ts';
import { countForTable, ONE, rowsOfPage } from '../db/table-page.ts';
import { person, voucherRequest } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';

const COLUMNS = {
  requestId: voucherRequest.requestId,
  userId: voucherRequest.personId,
  firstName: person.firstName,
  lastName: person.lastName,
  login: person.email,
  yearStartsAt: voucherRequest.yearStartsAt,
  requestedAt: voucherRequest.requestedAt,
  sentAt: voucherRequest.sentAt,
};

export interface VoucherRequestRow {
  requestId: string;
  userId: string;
  firstName: string;
  lastName: string;
  login: string;
  yearStartsAt: Date;
  requestedAt: Date;
  sentAt: Date | null;
}

export interface VoucherFilters {
  q: string;
  state?: 'waiting' | 'sent' | undefined;
}

/** Members' requests for vouchers, as administrators see them. */
export function voucherRequestsStore(queries: Queries) {
  const wanted = (tenantId: TenantScope, { q, state }: VoucherFilters): SQL | undefined => {
    const words = peopleMatching(q);
    return and(
      eq(voucherRequest.tenantId, tenantId),
      state === undefined
        ? undefined
        : state === 'sent'
          ? isNotNull(voucherRequest.sentAt)
          : isNull(voucherRequest.sentAt),
      // The people are found first, by their index: joining them to count would read everybody.
      words === undefined
        ? undefined
        : sql`${voucherRequest.personId} in (select person_id from ${person} where ${words})`,
    );
  };
  const selected = () =>
    queries.select(COLUMNS).from(voucherRequest).innerJoin(person, eq(person.personId, voucherRequest.personId));
  const newest = [desc(voucherRequest.requestedAt), desc(voucherRequest.requestId)];

  return {
    async page(
      tenantId: TenantScope,
      filters: VoucherFilters,
      { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
    ): Promise<{ rows: VoucherRequestRow[]; total: number }> {
      const where = wanted(tenantId, filters);
      const slice = rowsOfPage({ pageNumber, pageSize });
      const [rows, total] = await Promise.all([
        selected()
          .where(where)
          .orderBy(...newest)
          .limit(slice.limit)
          .offset(slice.offset),
        countForTable(queries, queries.select(ONE).from(voucherRequest).where(where)),
      ]);
      return { rows, total };
    },

    /** Rows after a given one, newest first. @param after the last row of the previous page */
    async after(
      tenantId: TenantScope,
      filters: VoucherFilters,
      after: VoucherRequestRow | null,
      max: number,
    ): Promise<VoucherRequestRow[]> {
      const older = olderThan(voucherRequest.requestedAt, voucherRequest.requestId, after?.requestId ?? null);
      return selected()
        .where(and(wanted(tenantId, filters), older))
        .orderBy(...newest)
        .limit(max);
    },

    async byId(tenantId: TenantScope, requestId: string): Promise<VoucherRequestRow | null> {
      const rows = await selected()
        .where(and(eq(voucherRequest.tenantId, tenantId), eq(voucherRequest.requestId, requestId)))
        .for('update', { of: voucherRequest });
      return rows[0] ?? null;
    },

    async setSent(requestId: string, sentAt: Date | null): Promise<void> {
      await queries.update(voucherRequest).set({ sentAt }).where(eq(voucherRequest.requestId, requestId));
    },
  };
}
