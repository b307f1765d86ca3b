import { PEOPLE_FOUND_MAX, type PERSON_SORT_KEYS } from '@academy/contract/people-admin';
import { and, asc, desc, gt, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { peopleMatching } from '../db/people-matching.ts';
import { countForTable, ONE, rowsOfPage } from '../db/table-page.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonRow } from './people.store.ts';

export interface PeopleSearch {
  sortBy: (typeof PERSON_SORT_KEYS)[number];
  sortDir: 'asc' | 'desc';
  /** From 0. */
  pageNumber: number;
  pageSize: number;
  /** Part of a name or address, in any letter case; empty matches everybody. */
  searchValue: string;
  /** Lists people whose membership has ended as well. */
  includeExpireData: boolean;
  /** Lists only people who were added and have never logged in. */
  neverLoggedIn: boolean;
}

export interface FoundPeople {
  rows: PersonRow[];
  /** On all pages, `PEOPLE_FOUND_MAX` at most. */
  total: number;
}

const KEYS = {
  firstNameKey: person.firstNameKey,
  lastNameKey: person.lastNameKey,
  login: sql<string>`lower(${person.email})`.as('login'),
  personId: person.personId,
};
const ORDERS = {
  firstName: ['firstNameKey', 'lastNameKey', 'personId'],
  lastName: ['lastNameKey', 'firstNameKey', 'personId'],
  login: ['login', 'personId'],
} as const satisfies Record<string, readonly (keyof typeof KEYS)[]>;

/** Boolean columns that people are sorted by; equal people are sorted by name. Null counts as false. */
const FLAGS: Readonly<Record<'isAdmin' | 'isPro', (at: Date) => SQL<boolean>>> = {
  isAdmin: () => sql`${person.isAdmin}`,
  isPro: (at) => sql`(${person.proStartsAt} <= ${at} and ${person.proEndsAt} > ${at})`,
};
const isFlag = (key: PeopleSearch['sortBy']): key is keyof typeof FLAGS => key in FLAGS;

/** A range of people in an order. */
interface Slice {
  offset: number;
  limit: number;
}

/** Searches among a million people; docs/decisions/0037 explains how. */
export function peopleSearchStore(db: Database) {
  /** The people of some ids, in the same order. */
  async function byIds(queries: Queries, ids: readonly string[]): Promise<PersonRow[]> {
    if (ids.length === 0) return [];
    const rows = await queries
      .select()
      .from(person)
      .where(inArray(person.personId, [...ids]));
    const known = new Map(rows.map((row) => [row.personId, row]));
    return ids.flatMap((id) => known.get(id) ?? []);
  }

  /** Sorts a bounded number of matches, so that common words cost no more than that, in any order. */
  function found({ sortBy, sortDir, pageNumber, pageSize }: PeopleSearch, condition: SQL | undefined, at: Date) {
    const direction = sortDir === 'desc' ? desc : asc;
    const flag = isFlag(sortBy) ? sql<boolean>`coalesce(${FLAGS[sortBy](at)}, false)` : sql<boolean>`false`;
    return db.transaction(async (tx): Promise<FoundPeople> => {
      // The matches that were cut off must be the same on the next page.
      await tx.execute(sql`set local synchronize_seqscans = off`);
      const matches = tx
        .select({ ...KEYS, flag: flag.as('flag') })
        .from(person)
        .where(condition)
        .limit(PEOPLE_FOUND_MAX)
        .as('matches');
      const keys = ORDERS[isFlag(sortBy) ? 'lastName' : sortBy].map((key) => direction(matches[key]));
      const page = await tx
        .select({ personId: matches.personId, total: sql<number>`count(*) over ()::int` })
        .from(matches)
        .orderBy(direction(matches.flag), ...keys)
        .limit(pageSize)
        .offset(pageNumber * pageSize);
      const total = page[0]?.total ?? (pageNumber === 0 ? 0 : await tx.$count(matches));
      const ids = page.map(({ personId }) => personId);
      return { rows: await byIds(tx, ids), total };
    });
  }

  /** All people, along an index. */
  async function everybody(search: PeopleSearch, present: SQL | undefined, at: Date): Promise<FoundPeople> {
    const { sortBy, sortDir } = search;
    const [isDown, slice] = [sortDir === 'desc', rowsOfPage(search)];
    const total = await countOf(present);
    if (!isFlag(sortBy)) {
      const ids = await idsOf(present, ORDERS[sortBy], isDown, slice);
      return { rows: await byIds(db, ids), total };
    }
    // People with the flag and people without it, one after the other and each by name: both parts have an index.
    const are = FLAGS[sortBy](at);
    const areNot = sql`${are} is not true`;
    const [first, second] = (isDown ? [are, areNot] : [areNot, are]).map((part) => and(present, part));
    const ids = await idsOf(first, ORDERS.lastName, isDown, slice);
    if (ids.length < slice.limit) {
      const offset = Math.max(0, slice.offset - (await countOf(first)));
      ids.push(...(await idsOf(second, ORDERS.lastName, isDown, { offset, limit: slice.limit - ids.length })));
    }
    return { rows: await byIds(db, ids), total };
  }

  /** Counts along an index that has everything the conditions of a list without search ask for, so that no row is read. */
  const countOf = (condition: SQL | undefined): Promise<number> =>
    countForTable(
      db,
      db
        .select(ONE)
        .from(person)
        .where(condition)
        .orderBy(...ORDERS.lastName.map((key) => asc(INDEXED[key])))
        .limit(PEOPLE_FOUND_MAX),
    );

  /** Reads ids only, so that skipped rows are never read. */
  async function idsOf(
    condition: SQL | undefined,
    order: readonly (keyof typeof INDEXED)[],
    isDown: boolean,
    { offset, limit }: Slice,
  ): Promise<string[]> {
    if (limit === 0) return [];
    const direction = isDown ? desc : asc;
    const rows = await db
      .select({ personId: person.personId })
      .from(person)
      .where(condition)
      .orderBy(...order.map((key) => direction(INDEXED[key])))
      .limit(limit)
      .offset(offset);
    return rows.map(({ personId }) => personId);
  }

  return {
    /**
     * One page of people, and their number. The order is deterministic.
     *
     * @param at the present moment, for memberships
     */
    search(search: PeopleSearch, at: Date): Promise<FoundPeople> {
      const words = peopleMatching(search.searchValue);
      const present = search.includeExpireData ? undefined : notEnded(at);
      // They have an index of their own, by their ids.
      if (search.neverLoggedIn) return found(search, and(present, words, NEVER_LOGGED_IN), at);
      return words === undefined ? everybody(search, present, at) : found(search, and(present, words), at);
    },

    /** People after a given one, in the order of their ids. @param after the last row of the previous page */
    async after(
      {
        searchValue,
        includeExpireData,
        neverLoggedIn,
      }: Pick<PeopleSearch, 'searchValue' | 'includeExpireData' | 'neverLoggedIn'>,
      at: Date,
      after: PersonRow | null,
      max: number,
    ): Promise<PersonRow[]> {
      return db
        .select()
        .from(person)
        .where(
          and(
            includeExpireData ? undefined : notEnded(at),
            neverLoggedIn ? NEVER_LOGGED_IN : undefined,
            peopleMatching(searchValue),
            after === null ? undefined : gt(person.personId, after.personId),
          ),
        )
        .orderBy(asc(person.personId))
        .limit(max);
    },
  };
}

/** Written exactly as in the indexes of the table. */
const INDEXED = { ...KEYS, login: sql`lower(${person.email})` } satisfies Record<keyof typeof KEYS, SQLWrapper>;

/** Written exactly as in the index. */
const NEVER_LOGGED_IN: SQL = sql`(added_at is not null and first_login_at is null)`;

const notEnded = (at: Date): SQL => sql`(${person.proEndsAt} is null or ${person.proEndsAt} > ${at})`;
