import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './column-types.ts';
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
    /** Name of the workshop; null for sessions that an earlier edition started. */
    workshop: text('workshop'),
    /** Title and path of the page that started it: the link back. */
    title: text('title').notNull(),
    path: text('path').notNull(),
    /** browser, educates ... */
    provider: text('provider').notNull(),
    /** The provider's own name of the session; null before it has one, and for providers without sessions. */
    providerReference: text('provider_reference'),
    /** Server that runs or starts it, for labs in sandboxes. */
    serverId: uuid('server_id'),
    /** Address that the learner's frame opens; null when the session has ended. */
    openUrl: text('open_url'),
    /** Last segment of the address at which the provider reports events. */
    eventToken: text('event_token'),
    /** requested, starting, waiting, running, ending, ended. */
    state: text('state').notNull(),
    /** Null until it has ended. */
    endReason: text('end_reason'),
    /** Why a failed session failed. */
    problem: text('problem'),
    /** Made by the learner's page, so that a repeated request starts one session. */
    idempotencyKey: text('idempotency_key'),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** Null: it does not expire. */
    expiresAt: moment('expires_at'),
    deadline: moment('deadline'),
    /** As last reported by the provider. */
    expiring: boolean('expiring').notNull().default(false),
    extendable: boolean('extendable').notNull().default(false),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    currentPage: text('current_page'),
    /** As reported by the provider; null where it reports none. */
    pagesTotal: integer('pages_total'),
  },
  (t) => [
    // Guarantees one running lab per learner, even for concurrent requests.
    uniqueIndex('lab_session_running').on(t.personId).where(sql`state <> 'ended'`),
    uniqueIndex('lab_session_idempotency_key').on(t.personId, t.idempotencyKey),
    uniqueIndex('lab_session_event_token').on(t.eventToken),
    index('lab_session_server').on(t.serverId).where(sql`state <> 'ended'`),
    index('lab_session_started').on(t.tenantId, t.startedAt),
    // Finds the newest sessions of one lab.
    index('lab_session_workshop').on(t.tenantId, t.workshop, t.startedAt).where(sql`workshop is not null`),
    index('lab_session_failed').on(t.startedAt).where(sql`end_reason = 'failed'`),
    // What is deleted by age is found by it.
    index('lab_session_ended').on(t.lastSeenAt).where(sql`state = 'ended'`),
  ],
);

/** The work of a running lab; deleted when the lab ends. */
export const labSnapshot = pgTable('lab_snapshot', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => labSession.sessionId, { onDelete: 'cascade' }),
  /** Files, page and completed actions, at most 1 MB. */
  snapshot: jsonb('snapshot').notNull(),
  /** What a lab on a lab host differs in from its start, as its host has packed it, empty for nothing; null: not known. */
  changes: bytea('changes'),
  /** By the learner's clock. */
  madeAt: moment('made_at').notNull(),
});

/** Events of lab sessions: their starts and ends, and what providers report. */
export const labEvent = pgTable(
  'lab_event',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => labSession.sessionId, { onDelete: 'cascade' }),
    /** started, extended, ended, released; events of providers keep their names. */
    name: text('name').notNull(),
    /** Tells events of one name apart, so that a repeated report is stored once. Empty for events that happen once. */
    digest: text('digest').notNull().default(''),
    at: moment('at').notNull().defaultNow(),
    data: jsonb('data').notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.name, t.digest] })],
);

/** How far a learner got with a step of a lab. Moments are those of the learner's clock. */
export const labStep = pgTable(
  'lab_step',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => labSession.sessionId, { onDelete: 'cascade' }),
    /** Page and hash of what the step does. */
    step: text('step').notNull(),
    tries: integer('tries').notNull(),
    /** Whether any try failed. */
    failed: boolean('failed').notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
    /** Null: never done. */
    doneAt: moment('done_at'),
    /** Of the last try of a check. */
    exitStatus: integer('exit_status'),
    /** When the academy ran the check itself, and it passed; null: the learner's page alone reports it. */
    provedAt: moment('proved_at'),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.step] })],
);
