import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';

/** A message of one academy above its pages. */
export const alert = pgTable(
  'alert',
  {
    alertId: uuid('alert_id').primaryKey().defaultRandom(),
    tenantId: text('tenant_id').notNull(),
    /** Sanitised HTML, basic formatting only. */
    message: text('message').notNull(),
    /** The message as it was written, Markdown; null for alerts that were written as HTML. */
    source: text('source'),
    actionText: text('action_text'),
    actionUrl: text('action_url'),
    /** info, warning, success. */
    level: text('level').notNull(),
    /** all, signed-in, pro. */
    audience: text('audience').notNull().default('all'),
    /** Null: at once. */
    startsAt: moment('starts_at'),
    /** Null: until it is deleted. */
    endsAt: moment('ends_at'),
    /** Who wrote it; the first name stays when the person is gone. */
    authorId: uuid('author_id'),
    authorFirstName: text('author_first_name').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** Deleted: gone for everybody, and for a day it can be brought back. */
    deletedAt: moment('deleted_at'),
  },
  (t) => [index('alert_tenant').on(t.tenantId, t.createdAt)],
);
