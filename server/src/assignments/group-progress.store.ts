import { and, asc, inArray, sql } from 'drizzle-orm';
import { containing } from '../db/containing.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import { peopleOfGroup } from './assignments.store.ts';

/** The people of groups, for the pages of their managers. */
export function peopleOfGroups(db: Queries) {
  const isIn = (groupId: string) => sql`${person.personId} in (${peopleOfGroup(groupId)})`;
  return {
    /** Ids of everybody in a group and its parts, by name. @param q every word must occur in the name */
    async idsByName(groupId: string, q: string): Promise<string[]> {
      const rows = await db
        .select({ id: person.personId })
        .from(person)
        .where(and(isIn(groupId), containing(q, [person.firstName, person.lastName])))
        .orderBy(asc(person.lastNameKey), asc(person.firstNameKey), asc(person.personId));
      return rows.map(({ id }) => id);
    },

    /** Those of these people who are in a group or its parts. */
    async among(groupId: string, ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .select({ id: person.personId })
        .from(person)
        .where(and(isIn(groupId), inArray(person.personId, [...ids])));
      return rows.map(({ id }) => id);
    },

    /** Names of people, and whether they have a verified address, by id. */
    async named(ids: readonly string[]) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({
          userId: person.personId,
          firstName: person.firstName,
          lastName: person.lastName,
          canRemind: sql<boolean>`${person.emailVerified} or exists (
            select from managed_email where managed_email.person_id = ${person.personId}
              and type in ('personal', 'work') and verified_at is not null)`,
        })
        .from(person)
        .where(inArray(person.personId, [...ids]));
      return new Map(rows.map((row) => [row.userId, row]));
    },
  };
}
