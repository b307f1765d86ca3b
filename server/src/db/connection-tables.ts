import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';

/** Connections with programs of others that administrators have opened or closed; without a row one is closed. */
export const connection = pgTable(
  'connection',
  {
    tenantId: text('tenant_id').notNull(),
    name: text('name').notNull(),
    isOn: boolean('is_on').notNull(),
    /** When it was last used, to the minute; null: never. */
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.name] })],
);
