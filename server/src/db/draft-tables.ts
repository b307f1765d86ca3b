import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './column-types.ts';
import { person } from './tables.ts';

/** Content that is shown to those who have its link, before it is published. It belongs to the person who pushed it. */
export const draft = pgTable(
  'draft',
  {
    draftId: uuid('draft_id').primaryKey().defaultRandom(),
    tenantId: text('tenant_id').notNull(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    /** The owner's name for it, such as `pr-42`: a further push with it goes to the same draft. */
    name: text('name').notNull(),
    /** Number of its link; a revoked draft that is pushed again gets the next one. */
    link: integer('link').notNull().default(1),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** Grows with each push. */
    edition: integer('edition').notNull().default(1),
    /** When it is published by itself; null: not. */
    publishAt: moment('publish_at'),
    /** The time zone in which that was chosen, such as `Europe/Berlin`. */
    publishZone: text('publish_zone'),
    /** Who planned it: it is published with their rights at that moment. */
    plannedBy: uuid('planned_by').references(() => person.personId, { onDelete: 'set null' }),
    /** Until when a server has taken on publishing it. */
    heldUntil: moment('held_until'),
    publishedAt: moment('published_at'),
    /** Why it could not be published as planned. */
    problem: text('problem'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('draft_name').on(t.tenantId, t.ownerId, t.name),
    index('draft_expires').on(t.expiresAt),
    index('draft_publish').on(t.publishAt).where(sql`publish_at is not null`),
  ],
);

/** An item of a draft, as it was pushed. */
export const draftItem = pgTable(
  'draft_item',
  {
    draftId: uuid('draft_id')
      .notNull()
      .references(() => draft.draftId, { onDelete: 'cascade' }),
    kind: text('kind').$type<ContentKind>().notNull(),
    id: text('id').notNull(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    /** The version that readers saw when it was pushed; 0: none. */
    base: integer('base').notNull(),
    /** The gzipped tar. */
    packed: bytea('packed').notNull(),
    sourceHash: text('source_hash').notNull(),
    findings: jsonb('findings').$type<Finding[]>().notNull(),
    pushedAt: moment('pushed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.draftId, t.kind, t.id] })],
);

/** What a visitor of a draft did: an attempt at a knowledge check, or a lab. */
export const draftNote = pgTable(
  'draft_note',
  {
    draftId: uuid('draft_id')
      .notNull()
      .references(() => draft.draftId, { onDelete: 'cascade' }),
    noteId: uuid('note_id').notNull(),
    /** `attempt` or `lab`. */
    about: text('about').notNull(),
    /** A random name of the visitor's browser; empty where it does not matter. */
    visitor: text('visitor').notNull(),
    value: jsonb('value').notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.draftId, t.noteId] }),
    index('draft_note_visitor').on(t.draftId, t.about, t.visitor, t.changedAt),
  ],
);
