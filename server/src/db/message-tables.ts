import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { handling } from './handling-columns.ts';
import { person } from './tables.ts';

/** E-mail addresses besides those that people sign in with: of people and of academies. */
export const managedEmail = pgTable(
  'managed_email',
  {
    emailId: uuid('email_id').primaryKey().defaultRandom(),
    /** personal, work: of a person. contact, feedback, sender: of an academy. */
    type: text('type').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    /** Null for an academy's. */
    personId: uuid('person_id').references(() => person.personId, { onDelete: 'cascade' }),
    /** Null for a person's address, which is the same in all academies. */
    tenantId: text('tenant_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the owner proved to receive its mail; null before. */
    verifiedAt: moment('verified_at'),
  },
  (t) => [
    uniqueIndex('managed_email_person').on(t.personId, t.type, t.email).where(sql`person_id is not null`),
    uniqueIndex('managed_email_tenant').on(t.tenantId, t.type, t.email).where(sql`tenant_id is not null`),
    index('managed_email_found').on(t.email).where(sql`person_id is not null and verified_at is not null`),
  ],
);

/** The code that was last mailed to an address, by the person who requested it: valid once, for a few minutes. */
export const managedEmailCode = pgTable(
  'managed_email_code',
  {
    emailId: uuid('email_id')
      .notNull()
      .references(() => managedEmail.emailId, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    /** Keyed hash of address, type and digits. */
    codeHash: text('code_hash').notNull(),
    /** Identifies this code for the counter of wrong guesses. */
    codeId: uuid('code_id').notNull().defaultRandom(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.emailId, t.personId] }), index('managed_email_code_person').on(t.personId)],
);

/** A message sent with an academy's contact form. */
export const contactMessage = pgTable(
  'contact_message',
  {
    messageId: uuid('message_id').primaryKey().defaultRandom(),
    tenantId: text('tenant_id').notNull(),
    /** Null for a visitor. */
    personId: uuid('person_id').references(() => person.personId, { onDelete: 'set null' }),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** Made by the sender, so that a repeated message is stored once. */
    idempotencyKey: text('idempotency_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
    ...handling(),
  },
  (t) => [
    uniqueIndex('contact_message_idempotency_key').on(t.tenantId, t.idempotencyKey),
    index('contact_message_tenant').on(t.tenantId, t.createdAt),
    index('contact_message_person').on(t.personId),
  ],
);
