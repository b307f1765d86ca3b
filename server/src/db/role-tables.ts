import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './column-types.ts';
import { learnerGroup } from './group-tables.ts';
import { person } from './tables.ts';

/**
 * A role with a scope, of a person or of everybody who is a member of a group itself. The role of an administrator of the installation is
 * `is_admin` of the person.
 */
export const roleGrant = pgTable(
  'role_grant',
  {
    grantId: uuid('grant_id').primaryKey().defaultRandom(),
    personId: uuid('person_id').references(() => person.personId, { onDelete: 'cascade' }),
    groupId: uuid('group_id').references(() => learnerGroup.groupId, { onDelete: 'cascade' }),
    /** `author`, `instructor`, `manager` or `academy-admin`. */
    role: text('role').notNull(),
    /** Null: in every academy. */
    tenantId: text('tenant_id'),
    /** `*`, `course:spring-boot`, `course:spring-*`, `group:<id>`. */
    scope: text('scope').notNull(),
    /** `hand`, or the id of the directory whose claim gave it. */
    source: text('source').notNull().default('hand'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('role_grant_holder', sql`(person_id is null) <> (group_id is null)`),
    uniqueIndex('role_grant_person')
      .on(t.personId, t.role, sql`coalesce(tenant_id, '')`, t.scope, t.source)
      .where(sql`person_id is not null`),
    uniqueIndex('role_grant_group')
      .on(t.groupId, t.role, sql`coalesce(tenant_id, '')`, t.scope, t.source)
      .where(sql`group_id is not null`),
  ],
);
