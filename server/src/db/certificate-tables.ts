import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { person } from './tables.ts';

/**
 * What a learner gets once for finishing a course or a learning path. It states the facts of the day of issue; only the
 * name can be corrected, and the edition of a course renewed.
 */
export const certificate = pgTable(
  'certificate',
  {
    /** Cannot be guessed: the address with it shows the certificate to everybody. */
    certificateId: uuid('certificate_id').primaryKey().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    tenantId: text('tenant_id').notNull(),
    /** course or path. */
    kind: text('kind').notNull(),
    itemId: text('item_id').notNull(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    /** Seconds; 0: not known. */
    duration: integer('duration').notNull(),
    lessonsCount: integer('lessons_count').notNull(),
    issuedAt: moment('issued_at').notNull().defaultNow(),
    /** Version of the course that the learner has gone through; null: of a path, or not known. */
    edition: integer('edition'),
    /** Commit of that version's files; null: not known. */
    editionCommit: text('edition_commit'),
    /** When the learner went through a newer version than that of the day of issue; null: never. */
    renewedAt: moment('renewed_at'),
    correctedAt: moment('corrected_at'),
    revokedAt: moment('revoked_at'),
    revokedReason: text('revoked_reason'),
    /** Position in the academy's public revocation list. */
    statusIndex: integer('status_index').notNull().generatedAlwaysAsIdentity(),
  },
  (t) => [
    uniqueIndex('certificate_item').on(t.personId, t.tenantId, t.kind, t.itemId),
    index('certificate_tenant').on(t.tenantId, t.issuedAt),
    index('certificate_search').using(
      'gin',
      t.name.op('gin_trgm_ops'),
      t.title.op('gin_trgm_ops'),
      sql`(${t.certificateId}::text) gin_trgm_ops`,
    ),
  ],
);

/** Keys that sign credentials. Credentials are valid forever, so keys are never deleted; the newest one signs. */
export const certificateKey = pgTable('certificate_key', {
  /** The public key in multibase, by which verifiers know it. */
  kid: text('kid').primaryKey(),
  /** The private key, or `{ jwe }` when the installation has a key secret. */
  jwk: jsonb('jwk').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
