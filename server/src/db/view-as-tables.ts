import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { person } from './tables.ts';

/** An administrator who sees an academy as somebody else does. A row is kept for a day after its end, the audit for ever. */
export const viewAs = pgTable(
  'view_as',
  {
    viewId: uuid('view_id').primaryKey().defaultRandom(),
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').notNull().unique(),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    viewedId: uuid('viewed_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    tenantId: text('tenant_id').notNull(),
    /** The administrator's grant: a view ends with the session that it was started in. Null with an external provider. */
    grantId: text('grant_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [index('view_as_admin').on(t.adminId), index('view_as_viewed').on(t.viewedId)],
);
