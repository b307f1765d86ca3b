import type { AssignedKind } from '@academy/contract/assignments';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { learnerGroup } from './group-tables.ts';
import { person } from './tables.ts';

/**
 * An item that people of a group, or one person, have to do. Who has it and how they stand is never stored: it is computed
 * from memberships and the ledger (`contract/src/rules/due.ts`).
 */
export const assignment = pgTable(
  'assignment',
  {
    assignmentId: uuid('assignment_id').primaryKey().defaultRandom(),
    tenantId: text('tenant_id').notNull(),
    groupId: uuid('group_id').references(() => learnerGroup.groupId, { onDelete: 'cascade' }),
    personId: uuid('person_id').references(() => person.personId, { onDelete: 'cascade' }),
    kind: text('kind').$type<AssignedKind>().notNull(),
    itemId: text('item_id').notNull(),
    mandatory: boolean('mandatory').notNull(),
    /** Days of the time zone. */
    beginsOn: date('begins_on').notNull(),
    dueOn: date('due_on'),
    /** IANA name. */
    zone: text('zone').notNull(),
    joinDays: integer('join_days'),
    renewMonths: integer('renew_months'),
    countsBefore: boolean('counts_before').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    changedAt: moment('changed_at').notNull().defaultNow(),
    /** When it was ended: it is due for nobody since. */
    endedAt: moment('ended_at'),
  },
  (t) => [
    check('assignment_target', sql`(group_id is null) <> (person_id is null)`),
    index('assignment_group').on(t.groupId).where(sql`group_id is not null and ended_at is null`),
    index('assignment_person').on(t.personId).where(sql`person_id is not null and ended_at is null`),
    index('assignment_listed').on(t.tenantId, t.dueOn, t.assignmentId).where(sql`ended_at is null`),
  ],
);

/** The secret address at which a person's calendar reads what is due in an academy. */
export const calendarFeed = pgTable(
  'calendar_feed',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    tenantId: text('tenant_id').notNull(),
    /** SHA-256 of the secret in the address, hex. The address itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastReadAt: moment('last_read_at'),
  },
  (t) => [primaryKey({ columns: [t.personId, t.tenantId] }), uniqueIndex('calendar_feed_token').on(t.tokenHash)],
);
