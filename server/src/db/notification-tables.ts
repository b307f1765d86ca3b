import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { person } from './tables.ts';

const ofPerson = () =>
  uuid('person_id')
    .notNull()
    .references(() => person.personId, { onDelete: 'cascade' });

/** Whether a person receives one kind of mail from an academy. Without a row: never turned on. */
export const notificationChoice = pgTable(
  'notice_choice',
  {
    personId: ofPerson(),
    tenantId: text('tenant_id').notNull(),
    kind: text('kind').notNull(),
    isOn: boolean('is_on').notNull(),
    /** Token in the unsubscribe links, which work without a log-in; never changed, so that links of old mails work. */
    token: text('token').notNull(),
    /** When it was last turned on or off. */
    chosenAt: moment('chosen_at').notNull(),
    /** Events up to this moment are handled: notified, or not relevant. */
    lookedUntil: moment('looked_until').notNull(),
    /** No notification before this moment. */
    dueAt: moment('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.tenantId, t.kind] }),
    uniqueIndex('notice_choice_token').on(t.token),
    index('notice_choice_due').on(t.kind, t.dueAt).where(sql`is_on`),
    index('notice_choice_looked').on(t.tenantId, t.kind, t.lookedUntil).where(sql`is_on`),
  ],
);

/** A notification that was sent: written together with the mail, so that it is never sent twice. */
export const sentNotification = pgTable(
  'notice',
  {
    personId: ofPerson(),
    kind: text('kind').notNull(),
    /** A lesson of an academy, the end of a membership, a week of an academy. */
    subject: text('subject').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** Key of the mail in the outbox. */
    mailKey: text('mail_key').notNull(),
    sentAt: moment('told_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.kind, t.subject] }), index('notice_told').using('brin', t.sentAt)],
);
