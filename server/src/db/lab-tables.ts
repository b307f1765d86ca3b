import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { person } from './tables.ts';

/** One run of a lab by one learner. */
export const labSession = pgTable(
  'lab_session',
  {
    sessionId: uuid('session_id').primaryKey().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    tenantId: text('tenant_id').notNull(),
    /** lesson or guide. */
    itemKind: text('item_kind').notNull(),
    itemId: text('item_id').notNull(),
    /** Title and path of its page when it began: the way back to it. */
    title: text('title').notNull(),
    path: text('path').notNull(),
    /** browser, educates ... */
    provider: text('provider').notNull(),
    /** Name under which the provider knows it; null while there is none, and where nothing stands behind it. */
    providerReference: text('provider_reference'),
    /** What the learner's frame opens; gone when it has ended. */
    openUrl: text('open_url'),
    /** Last part of the address at which the provider tells what happens in it. */
    eventToken: text('event_token'),
    /** requested, starting, waiting, running, ending, ended. */
    state: text('state').notNull(),
    /** Null until it has ended. */
    endReason: text('end_reason'),
    /** What went wrong with one that failed. */
    problem: text('problem'),
    /** Made by the learner's page, so that a start that is sent twice starts once. */
    idempotencyKey: text('idempotency_key'),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** Null: it never ends by itself. */
    expiresAt: moment('expires_at'),
    deadline: moment('deadline'),
    /** What its provider said last. */
    expiring: boolean('expiring').notNull().default(false),
    extendable: boolean('extendable').notNull().default(false),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    currentPage: text('current_page'),
    /** As the provider told; null where nobody tells. */
    pagesTotal: integer('pages_total'),
  },
  (t) => [
    // One running lab per learner, whatever arrives at the same moment.
    uniqueIndex('lab_session_running').on(t.personId).where(sql`state <> 'ended'`),
    uniqueIndex('lab_session_idempotency_key').on(t.personId, t.idempotencyKey),
    uniqueIndex('lab_session_event_token').on(t.eventToken),
  ],
);

/** The work of a running lab; gone when the lab ends. */
export const labSnapshot = pgTable('lab_snapshot', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => labSession.sessionId, { onDelete: 'cascade' }),
  /** Files, page and done actions, at most 1 MB. */
  snapshot: jsonb('snapshot').notNull(),
  /** By the learner's clock. */
  madeAt: moment('made_at').notNull(),
});

/** What happened to lab sessions: the trail of starts and ends, and what providers tell. */
export const labEvent = pgTable(
  'lab_event',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => labSession.sessionId, { onDelete: 'cascade' }),
    /** started, extended, ended, released; of providers as they name it. */
    name: text('name').notNull(),
    /** Tells events of one name apart: what a provider says twice is kept once. Empty for what happens once. */
    digest: text('digest').notNull().default(''),
    at: moment('at').notNull().defaultNow(),
    data: jsonb('data').notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.name, t.digest] })],
);
