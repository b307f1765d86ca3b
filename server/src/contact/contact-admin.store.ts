import { TABLE_ENTRIES_MAX } from '@academy/contract/constants';
import type { ContactSortKey } from '@academy/contract/contact-admin';
import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { containing } from '../db/containing.ts';
import { inPeriod, type Period } from '../db/in-period.ts';
import { contactMessage } from '../db/message-tables.ts';
import { olderThan } from '../db/older-than.ts';
import { countForTable, ONE, rowsOfPage } from '../db/table-page.ts';
import type { TenantScope } from '../values/scope.ts';

export type ContactRow = typeof contactMessage.$inferSelect;

/** Filters of contact messages. */
export interface ContactFilters extends Period {
  q: string;
  subject?: string | undefined;
  state?: string | undefined;
}

const { createdAt, messageId, firstName, lastName, email, subject, message } = contactMessage;

const SORT_COLUMNS = { at: [], name: [lastName, firstName], subject: [subject] } as const satisfies Record<
  ContactSortKey,
  readonly unknown[]
>;

const condition = (tenantId: TenantScope, filters: ContactFilters): SQL | undefined =>
  and(
    eq(contactMessage.tenantId, tenantId),
    filters.subject === undefined ? undefined : eq(subject, filters.subject),
    filters.state === undefined ? undefined : eq(contactMessage.state, filters.state),
    inPeriod(createdAt, filters),
    containing(filters.q, [firstName, lastName, email, subject, message]),
  );

/** Contact messages of an academy, as its administrators read them. */
export function contactAdminStore(db: Database) {
  return {
    /** One page, and the number on all pages. Equal rows are sorted newest first. */
    async page(
      tenantId: TenantScope,
      filters: ContactFilters,
      order: { sortBy: ContactSortKey; sortDir: 'asc' | 'desc'; pageNumber: number; pageSize: number },
    ): Promise<{ rows: ContactRow[]; total: number }> {
      const where = condition(tenantId, filters);
      const direction = order.sortDir === 'asc' ? asc : desc;
      const byTime = order.sortBy === 'at' ? direction : desc;
      const slice = rowsOfPage(order);
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(contactMessage)
          .where(where)
          .orderBy(...SORT_COLUMNS[order.sortBy].map(direction), byTime(createdAt), byTime(messageId))
          .limit(slice.limit)
          .offset(slice.offset),
        countForTable(db, db.select(ONE).from(contactMessage).where(where)),
      ]);
      return { rows, total };
    },

    /** Rows after a given one, newest first. @param after the last row of the previous page */
    async after(
      tenantId: TenantScope,
      filters: ContactFilters,
      after: ContactRow | null,
      max: number,
    ): Promise<ContactRow[]> {
      return db
        .select()
        .from(contactMessage)
        .where(and(condition(tenantId, filters), olderThan(createdAt, messageId, after?.messageId ?? null)))
        .orderBy(desc(createdAt), desc(messageId))
        .limit(max);
    },

    /** Subjects of the newest messages, as far as pages of the list reach. */
    async subjects(tenantId: TenantScope): Promise<string[]> {
      const newest = db
        .select({ subject })
        .from(contactMessage)
        .where(eq(contactMessage.tenantId, tenantId))
        .orderBy(desc(createdAt))
        .limit(TABLE_ENTRIES_MAX)
        .as('newest');
      const rows = await db.selectDistinct({ subject: newest.subject }).from(newest);
      return rows.map((row) => row.subject).sort();
    },
  };
}

export type ContactAdminStore = ReturnType<typeof contactAdminStore>;
