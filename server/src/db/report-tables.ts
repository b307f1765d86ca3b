import type { ReportRhythm } from '@academy/contract/rules/report-columns';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { person } from './tables.ts';

/** A view of the reports that a person keeps under a name, and to whom it is mailed. */
export const savedReport = pgTable(
  'saved_report',
  {
    reportId: uuid('report_id').primaryKey().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    tenantId: text('tenant_id').notNull(),
    name: text('name').notNull(),
    /** What the address of the view says, without page and order. */
    filters: jsonb('filters').$type<Record<string, string>>().notNull(),
    /** How often it is mailed; null: never. */
    rhythm: text('rhythm').$type<ReportRhythm>(),
    /** Addresses of the academy that get it. */
    recipients: text('recipients').array().notNull().default([]),
    /** When it is mailed next; null: never. */
    nextAt: moment('next_at'),
    sentAt: moment('sent_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('saved_report_name').on(t.personId, t.tenantId, sql`lower(${t.name})`),
    index('saved_report_due').on(t.nextAt).where(sql`next_at is not null`),
  ],
);
