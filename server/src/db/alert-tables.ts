import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';

/** A message above the pages of one academy. */
export const alert = pgTable(
  'alert',
  {
    alertId: uuid('alert_id').primaryKey().defaultRandom(),
    tenantId: text('tenant_id').notNull(),
    /** Sanitised HTML, basic formatting only. */
    message: text('message').notNull(),
    /** Markdown source of the message; null for alerts that were written as HTML. */
    source: text('source'),
    actionText: text('action_text'),
    actionUrl: text('action_url'),
    /** info, warning, success. */
    level: text('level').notNull(),
    /** all, signed-in, pro. */
    audience: text('audience').notNull().default('all'),
    /** Null: shown at once. */
    startsAt: moment('starts_at'),
    /** Null: shown until it is deleted. */
    endsAt: moment('ends_at'),
    /** The author; the first name stays when the person is deleted. */
    authorId: uuid('author_id'),
    authorFirstName: text('author_first_name').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** When it was deleted; it can be restored for a day. */
    deletedAt: moment('deleted_at'),
  },
  (t) => [index('alert_tenant').on(t.tenantId, t.createdAt)],
);
