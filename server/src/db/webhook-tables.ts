import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';

/** Another system that receives events of an academy. */
export const webhook = pgTable(
  'webhook',
  {
    webhookId: uuid('webhook_id').primaryKey().defaultRandom(),
    tenantId: text('tenant_id').notNull(),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    events: text('events').array().notNull(),
    /** Secret that signs deliveries, encrypted when the installation has a key secret. */
    secret: text('secret').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Why the academy itself paused it. */
    problem: text('problem'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Events before it was created, or while it was paused, are not sent. */
    activeSince: moment('active_since').notNull().defaultNow(),
    /** Events recorded before this moment have been queued for it. */
    readUntil: moment('read_until').notNull().defaultNow(),
  },
  (t) => [index('webhook_tenant').on(t.tenantId)],
);

/** One event sent to one webhook, with the outcome of its attempts. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    deliveryId: uuid('delivery_id').primaryKey().defaultRandom(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhook.webhookId, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** One delivery per key, however often the same event is found. */
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
    index('webhook_delivery_failed').on(t.failedAt).where(sql`failed_at is not null`),
    // What is deleted by age is found by it.
    index('webhook_delivery_happened').on(t.happenedAt),
    index('webhook_delivery_newest').on(t.webhookId, t.happenedAt),
  ],
);
