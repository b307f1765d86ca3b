import type { PERSON_SORT_KEYS } from '@academy/contract/people';
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/connect.ts';
import { person } from '../db/tables.ts';
import type { PersonRow } from './people.store.ts';

export interface PeopleSearch {
  sortBy: (typeof PERSON_SORT_KEYS)[number];
  sortDir: 'asc' | 'desc';
  /** From 0. */
  pageNumber: number;
  pageSize: number;
  /** Part of a name or address, in any letter case; empty finds everybody. */
  searchValue: string;
  /** Lists people whose membership has ended as well. */
  includeExpireData: boolean;
}

/** What administrators and operators may ask about people. */
export function peopleAdminStore(db: Database) {
  return {
    /** Everybody, oldest first. */
    async all(): Promise<PersonRow[]> {
      return db.select().from(person).orderBy(asc(person.createdAt), asc(person.personId));
    },

    async byId(personId: string): Promise<PersonRow | null> {
      const rows = await db.select().from(person).where(eq(person.personId, personId));
      return rows[0] ?? null;
    },

    /** People with this sign-in address, in any letter case; more than one only after a change of provider. */
    async byEmail(email: string): Promise<PersonRow[]> {
      return db
        .select()
        .from(person)
        .where(eq(sql`lower(${person.email})`, email.trim().toLowerCase()))
        .orderBy(asc(person.createdAt));
    },

    /**
     * One page of people, and how many there are on all pages. The order is the same each time it is asked.
     *
     * @param at what counts as now, for memberships
     */
    async search(search: PeopleSearch, at: Date): Promise<{ rows: PersonRow[]; total: number }> {
      const condition = and(
        search.includeExpireData ? undefined : sql`(${person.proEndsAt} is null or ${person.proEndsAt} > ${at})`,
        matching(search.searchValue),
      );
      const direction = search.sortDir === 'desc' ? desc : asc;
      const key = SORT_KEYS[search.sortBy](at);
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(person)
          .where(condition)
          .orderBy(direction(key), ...NAME_ORDER, asc(person.personId))
          .limit(search.pageSize)
          .offset(search.pageNumber * search.pageSize),
        db.$count(person, condition),
      ]);
      return { rows, total };
    },
  };
}

/** Names in the order of the alphabet: letter case and accents make no difference. */
function alphabetical(name: AnyPgColumn): SQL {
  return sql`regexp_replace(normalize(lower(${name}), NFD), '[\u0300-\u036f]', '', 'g')`;
}

const NAME_ORDER = [asc(alphabetical(person.lastName)), asc(alphabetical(person.firstName)), asc(person.email)];

const SORT_KEYS: Record<PeopleSearch['sortBy'], (at: Date) => SQL> = {
  firstName: () => alphabetical(person.firstName),
  lastName: () => alphabetical(person.lastName),
  login: () => sql`lower(${person.email})`,
  isAdmin: () => sql`${person.isAdmin}`,
  isPro: (at) => sql`coalesce(${person.proStartsAt} <= ${at} and ${person.proEndsAt} > ${at}, false)`,
};

/** Every word must be part of a name or of the address. */
function matching(searchValue: string): SQL | undefined {
  const words = searchValue.split(/\s+/).filter((word) => word !== '');
  return and(
    ...words.slice(0, 10).map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
      return or(...[person.firstName, person.lastName, person.email].map((column) => sql`${column} ilike ${pattern}`));
    }),
  );
}
