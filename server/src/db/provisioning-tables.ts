import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { directory } from './directory-tables.ts';
import { person } from './tables.ts';

const ofDirectory = () =>
  uuid('directory_id')
    .notNull()
    .references(() => directory.directoryId, { onDelete: 'cascade' });

/** A person as their directory describes them over SCIM. The id of the person is that of the resource, unless it was moved. */
export const directoryPerson = pgTable(
  'directory_person',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => person.personId, { onDelete: 'cascade' }),
    directoryId: ofDirectory(),
    /** The id of the resource, where the person was found to be another one since. */
    formerId: uuid('former_id'),
    /** What the directory calls the person; the subject of their log-in at some providers. */
    externalId: text('external_id'),
    userName: text('user_name').notNull(),
    /** False: the person has left. Their account has ended as well. */
    isActive: boolean('is_active').notNull().default(true),
    /** Name, addresses and language as the directory sent them. */
    attributes: jsonb('attributes').notNull().default({}),
    /** Grows with every change. */
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    changedAt: moment('changed_at').notNull().defaultNow(),
    /** When the directory deleted the person, who is removed some time later and comes back with everything before. */
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    uniqueIndex('directory_person_user_name')
      .on(t.directoryId, sql`lower(${t.userName})`)
      .where(sql`deleted_at is null`),
    index('directory_person_external').on(t.directoryId, t.externalId).where(sql`external_id is not null`),
    index('directory_person_listed').on(t.directoryId, t.createdAt, t.personId).where(sql`deleted_at is null`),
    // Addresses are compared without case.
    index('directory_person_emails').using('gin', sql`(lower(${t.attributes} ->> 'emails')::jsonb) jsonb_path_ops`),
    uniqueIndex('directory_person_former').on(t.formerId).where(sql`former_id is not null`),
    index('directory_person_deleted').on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);

/** A token with which a directory keeps its people and groups up to date. */
export const directoryToken = pgTable(
  'directory_token',
  {
    tokenId: uuid('token_id').primaryKey().defaultRandom(),
    directoryId: ofDirectory(),
    /** SHA-256 of the token, hex. The token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    /** The last request with it that was refused: when, and the detail that was answered. */
    lastErrorAt: moment('last_error_at'),
    lastError: text('last_error'),
  },
  (t) => [uniqueIndex('directory_token_hash').on(t.tokenHash), index('directory_token_directory').on(t.directoryId)],
);
