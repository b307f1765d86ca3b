import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';

/** Another system that an academy tells what happens. */
export const webhook = pgTable(
  'webhook',
  {
    webhookId: uuid('webhook_id').primaryKey().defaultRandom(),
    tenantId: text('tenant_id').notNull(),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    events: text('events').array().notNull(),
    /** What signatures are made with, sealed when the installation has a key secret. */
    secret: text('secret').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Why the academy paused it itself. */
    problem: text('problem'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** What happened before it was made, or while it was paused, is none of its business. */
    activeSince: moment('active_since').notNull().defaultNow(),
    /** What was recorded before this moment has been noted for it. */
    readUntil: moment('read_until').notNull().defaultNow(),
  },
  (t) => [index('webhook_tenant').on(t.tenantId)],
);

/** Something that one of them is told, with how that went. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    deliveryId: uuid('delivery_id').primaryKey().defaultRandom(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhook.webhookId, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** One delivery per key, however often the same thing is seen. */
    eventKey: text('event_key').notNull(),
    payload: jsonb('payload').notNull(),
    happenedAt: moment('happened_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    deliveredAt: moment('delivered_at'),
    failedAt: moment('failed_at'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
  },
  (t) => [
    uniqueIndex('webhook_delivery_event').on(t.webhookId, t.eventKey),
    index('webhook_delivery_due').on(t.nextAttemptAt).where(sql`delivered_at is null and failed_at is null`),
    index('webhook_delivery_newest').on(t.webhookId, t.happenedAt),
  ],
);
