import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { person } from './tables.ts';

/** An import of people: who imported which file. Its changes stand in the audit log, under its id. */
export const peopleImport = pgTable(
  'people_import',
  {
    importId: uuid('import_id').primaryKey(),
    /** The administrator; null for an installation's own scripts. The name stays when the person is deleted. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    fileName: text('file_name'),
    startedAt: moment('started_at').notNull().defaultNow(),
  },
  (t) => [index('people_import_started').on(t.startedAt, t.importId)],
);

/** Invitations to a person who was added and has not logged in yet. */
export const invitation = pgTable('invitation', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => person.personId, { onDelete: 'cascade' }),
  /** The academy that the last mail named. */
  tenantId: text('tenant_id').notNull(),
  sentCount: integer('sent_count').notNull(),
  firstSentAt: moment('first_sent_at').notNull(),
  lastSentAt: moment('last_sent_at').notNull(),
  /** Until when the link of the last mail works; null for one that leads to the log-in page. */
  expiresAt: moment('expires_at'),
});
