import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { person } from './tables.ts';

/**
 * An impersonation: an administrator sees an academy as a learner does. A row is kept for a day after its end; the
 * audit log keeps it forever.
 */
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
    /**
     * The administrator's grant: an impersonation ends with the session in which it was started. Null with an external
     * provider.
     */
    grantId: text('grant_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [index('view_as_admin').on(t.adminId), index('view_as_viewed').on(t.viewedId)],
);
