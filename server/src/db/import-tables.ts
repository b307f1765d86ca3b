import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';

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
