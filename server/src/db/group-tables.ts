import type { MemberSource } from '@academy/contract/groups';
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { directory } from './directory-tables.ts';
import { person } from './tables.ts';

/** A group of people: made by hand or by an import, or one that a directory keeps. */
export const learnerGroup = pgTable(
  'learner_group',
  {
    groupId: uuid('group_id').primaryKey().defaultRandom(),
    /** Null: it is the same in every academy, as those of directories are. */
    tenantId: text('tenant_id'),
    name: text('name').notNull(),
    /**
     * The group that it is a part of; a group that has one is no parent itself. Without a constraint: backups restore rows
     * in any order.
     */
    parentGroupId: uuid('parent_group_id'),
    /** The directory that keeps it, which alone may rename or delete it; null: administrators do. */
    directoryId: uuid('directory_id').references(() => directory.directoryId, { onDelete: 'cascade' }),
    /** What its directory calls it. */
    externalId: text('external_id'),
    /** Grows with every change that its directory made. */
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (t) => [
    // A directory finds its groups by name.
    uniqueIndex('learner_group_directory_name').on(t.directoryId, lower(t.name)).where(sql`directory_id is not null`),
    index('learner_group_directory').on(t.directoryId, t.createdAt, t.groupId).where(sql`directory_id is not null`),
    index('learner_group_external').on(t.directoryId, t.externalId).where(sql`external_id is not null`),
    // Those kept here are found by name, in imports of people too.
    uniqueIndex('learner_group_own_name').on(t.tenantId, lower(t.name)).where(sql`directory_id is null`),
    index('learner_group_name').on(t.tenantId, lower(t.name), t.groupId),
    index('learner_group_parent').on(t.parentGroupId).where(sql`parent_group_id is not null`),
  ],
);

/** A person in a group, once for each source: only its source removes a membership. */
export const groupMember = pgTable(
  'group_member',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => learnerGroup.groupId, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.personId, { onDelete: 'cascade' }),
    source: text('source').$type<MemberSource>().notNull(),
    addedAt: moment('added_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.personId, t.source] }),
    index('group_member_person').on(t.personId, t.groupId),
  ],
);

function lower(column: AnyPgColumn): SQL {
  return sql`lower(${column})`;
}
