import { AcademyError } from '@academy/contract/errors';
import type { LikeableType } from '@academy/contract/favorites';
import type { LedgerEvent } from '@academy/contract/rules/progress';
import { and, asc, desc, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm';
import type { QueryResultRow } from 'pg';
import { batched } from '../db/batched.ts';
import { type Database, prepared as runPrepared } from '../db/connect.ts';
import { contentItem, favorite, lesson, progressEvent } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';
import {
  ALL,
  ALL_IN_COURSES,
  APPEND,
  FAVORITE_COURSES,
  FORGET_OLD_PLACES,
  IN_WHOLE_COURSE,
  LAST_ACTIVE,
  OF_COURSE,
  OF_ITEMS,
  type Statement,
  UNPASSED_CHECKS,
  VERSION,
} from './progress.statements.ts';

/** Subjects of events. A guide is completed as a whole; a course is finished once. */
export type ItemKind = 'lesson' | 'guide' | 'course';

export interface NewEvent {
  key: string;
  itemId: string;
  kind: LedgerEvent['kind'];
  at: Date;
  value: number | null;
}

/** Events of one learner that are written together. */
interface NewEvents {
  personId: PersonId;
  tenantId: TenantScope;
  itemKind: ItemKind;
  events: readonly NewEvent[];
}

/** Items of one learner that are read together. */
interface OfItems {
  personId: PersonId;
  tenantId: TenantScope;
  itemKind: ItemKind;
  itemIds: readonly string[];
}

/** A learner in one course. */
interface InCourse {
  personId: PersonId;
  tenantId: TenantScope;
  courseId: string;
  lessonIds: readonly string[];
}

/** A learner's events and favorites in one course, and whether they finished it. */
export interface OfCourse {
  events: LedgerEvent[];
  /** The learner's favorite lessons of this course. */
  favoriteLessons: ReadonlySet<string>;
  /** The learner's reachable favorite courses. */
  favoriteCourses: ReadonlySet<string>;
}

export function progressStore(db: Database) {
  const prepared = <Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> =>
    runPrepared<Row>(db.$client, statement, values);

  /** The new keys, of several learners at once; null for a learner who was removed. */
  const appended = batched(async (requests: readonly NewEvents[]): Promise<(Set<string> | null)[]> => {
    const lines = requests.flatMap(({ events, ...of }) => events.map((event) => ({ ...of, ...event })));
    const rows = await prepared<{ personId: string; keys: string[] }>(APPEND, [
      [...new Set(requests.map(({ personId }) => personId))],
      lines.map(({ personId }) => personId),
      lines.map(({ tenantId }) => tenantId),
      lines.map(({ itemKind }) => itemKind),
      lines.map(({ key }) => key),
      lines.map(({ itemId }) => itemId),
      lines.map(({ kind }) => kind),
      lines.map(({ at }) => at),
      lines.map(({ value }) => value),
    ]);
    const added = new Map(rows.map(({ personId, keys }) => [personId, new Set(keys)]));
    return requests.map(({ personId, events }) => {
      const keys = added.get(personId);
      // Of two requests with the same key in one batch the first has written it.
      return keys === undefined ? null : new Set(events.map(({ key }) => key).filter((key) => keys.delete(key)));
    });
  });

  /** Events about some items, for several learners at once. */
  const eventsOf = batched(async (requests: readonly OfItems[]): Promise<LedgerEvent[][]> => {
    const lines = requests.flatMap(({ itemIds, ...of }, index) => itemIds.map((itemId) => ({ ...of, itemId, index })));
    const rows = await prepared<EventRow & { index: number }>(OF_ITEMS, [
      lines.map(({ index }) => index),
      lines.map(({ personId }) => personId),
      lines.map(({ tenantId }) => tenantId),
      lines.map(({ itemKind }) => itemKind),
      lines.map(({ itemId }) => itemId),
    ]);
    const events = requests.map((): LedgerEvent[] => []);
    for (const row of rows) events[row.index]?.push(ledgerEvent(row));
    return events;
  });

  /** The state of several learners in a course each. */
  const courseOf = batched(async (requests: readonly InCourse[]): Promise<OfCourse[]> => {
    const lastOf: number[] = [];
    for (const [index, { lessonIds }] of requests.entries()) lastOf.push((lastOf[index - 1] ?? 0) + lessonIds.length);
    const rows = await prepared<EventRow & { index: number; what: 'event' | 'favorite' }>(OF_COURSE, [
      requests.map((_, index) => index),
      requests.map(({ personId }) => personId),
      requests.map(({ tenantId }) => tenantId),
      requests.map((_, index) => (lastOf[index - 1] ?? 0) + 1),
      lastOf,
      requests.flatMap(({ lessonIds }) => lessonIds),
      requests.map(({ courseId }) => courseId),
    ]);
    const found = requests.map(() => ({
      events: [] as LedgerEvent[],
      favoriteLessons: new Set<string>(),
      favoriteCourses: new Set<string>(),
    }));
    for (const row of rows) {
      const own = found[row.index];
      if (row.what === 'event') own?.events.push(ledgerEvent(row));
      else (row.kind === 'lesson' ? own?.favoriteLessons : own?.favoriteCourses)?.add(row.itemId);
    }
    return found;
  });

  return {
    /**
     * Appends events to the ledger. A key that the learner already used changes nothing. Of positions in a video only
     * the newest is stored.
     *
     * @returns the new keys
     * @throws AcademyError invalid-token when the learner was removed a moment ago
     */
    async append(
      personId: PersonId,
      tenantId: TenantScope,
      itemKind: ItemKind,
      events: NewEvent[],
    ): Promise<Set<string>> {
      if (events.length === 0) return new Set();
      const recorded = await appended({ personId, tenantId, itemKind, events });
      if (recorded === null) throw new AcademyError('invalid-token');
      const placed = events.filter(({ kind }) => kind === 'position').map(({ itemId }) => itemId);
      if (placed.length > 0) await prepared(FORGET_OLD_PLACES, [personId, tenantId, itemKind, placed]);
      return recorded;
    },

    /** Appends one event within a transaction that has locked the learner. */
    async appendWithin(
      tx: Transaction,
      personId: PersonId,
      tenantId: TenantScope,
      itemKind: ItemKind,
      event: NewEvent,
    ): Promise<void> {
      await tx
        .insert(progressEvent)
        .values({ personId, tenantId, itemKind, ...event })
        .onConflictDoNothing();
    },

    /** A learner's events about these items. */
    async ofItems(
      personId: PersonId,
      tenantId: TenantScope,
      itemKind: ItemKind,
      itemIds: string[],
    ): Promise<LedgerEvent[]> {
      return itemIds.length === 0 ? [] : eventsOf({ personId, tenantId, itemKind, itemIds });
    },

    /** All of a learner's events of one kind in one academy. */
    async all(personId: PersonId, tenantId: TenantScope, itemKind: ItemKind): Promise<LedgerEvent[]> {
      return (await prepared<EventRow>(ALL, [personId, tenantId, itemKind])).map(ledgerEvent);
    },

    /** All of a learner's events about lessons and courses of one academy, and the courses that these lessons are in. */
    async allInCourses(
      personId: PersonId,
      tenantId: TenantScope,
    ): Promise<{ events: LedgerEvent[]; courseIds: string[] }> {
      const rows = await prepared<EventRow & { courseId: string | null }>(ALL_IN_COURSES, [personId, tenantId]);
      const courseIds = new Set(rows.flatMap(({ courseId }) => courseId ?? []));
      return { events: rows.map(ledgerEvent), courseIds: [...courseIds] };
    },

    /** The lessons of these whose knowledge check has questions and was never passed by the learner. */
    async unpassedChecks(personId: PersonId, tenantId: TenantScope, lessonIds: string[]): Promise<Set<string>> {
      if (lessonIds.length === 0) return new Set();
      const rows = await prepared<{ lessonId: string }>(UNPASSED_CHECKS, [personId, tenantId, lessonIds]);
      return new Set(rows.map(({ lessonId }) => lessonId));
    },

    /** All of a learner's state that the page of a course shows, in one query. */
    ofCourse(personId: PersonId, tenantId: TenantScope, courseId: string, lessonIds: string[]): Promise<OfCourse> {
      return courseOf({ personId, tenantId, courseId, lessonIds });
    },

    /** The learner's events about the lessons that a course has, hidden and removed ones included. */
    async inWholeCourse(personId: PersonId, tenantId: TenantScope, courseId: string): Promise<LedgerEvent[]> {
      return (await prepared<EventRow>(IN_WHOLE_COURSE, [personId, tenantId, courseId])).map(ledgerEvent);
    },

    /** A text that changes with every event except video positions, and with every favorite. */
    async version(personId: PersonId, tenantId: TenantScope): Promise<string> {
      const [row] = await prepared<{ version: string }>(VERSION, [personId, tenantId]);
      return row?.version ?? '';
    },

    /** When the learner last did something before a moment, in lessons or guides. */
    async lastActiveBefore(personId: PersonId, tenantId: TenantScope, before: Date): Promise<Date | null> {
      const [newest] = await prepared<{ at: Date | null }>(LAST_ACTIVE, [personId, tenantId, before]);
      return newest?.at ?? null;
    },

    /** The learner's reachable favorites: ids by kind, the newest first. */
    async favorites(personId: PersonId, tenantId: TenantScope): Promise<Map<string, Set<string>>> {
      const rows = await db
        .select({ kind: favorite.kind, id: favorite.id })
        .from(favorite)
        .where(reachableFavorites(personId, tenantId))
        .orderBy(desc(favorite.createdAt), asc(favorite.id));
      const byKind = new Map<string, Set<string>>();
      for (const row of rows) byKind.set(row.kind, (byKind.get(row.kind) ?? new Set()).add(row.id));
      return byKind;
    },

    /** Ids of the learner's reachable favorites of one kind, in any order. */
    async favoriteIds(personId: PersonId, tenantId: TenantScope, kind: LikeableType): Promise<Set<string>> {
      const rows = await db
        .select({ id: favorite.id })
        .from(favorite)
        .where(reachableFavorites(personId, tenantId, kind));
      return new Set(rows.map(({ id }) => id));
    },

    /** Ids of the learner's reachable favorite courses, in any order. */
    async favoriteCourses(personId: PersonId, tenantId: TenantScope): Promise<Set<string>> {
      const rows = await prepared<{ id: string }>(FAVORITE_COURSES, [personId, tenantId]);
      return new Set(rows.map(({ id }) => id));
    },

    /** How many reachable favorites of one kind the learner has. */
    countFavorites(personId: PersonId, tenantId: TenantScope, kind: LikeableType): Promise<number> {
      return db.$count(favorite, reachableFavorites(personId, tenantId, kind));
    },
  };

  /** @param kind undefined: of every kind */
  function reachableFavorites(personId: PersonId, tenantId: TenantScope, kind?: LikeableType) {
    return and(
      eq(favorite.personId, personId),
      eq(favorite.tenantId, tenantId),
      kind === undefined ? undefined : eq(favorite.kind, kind),
      or(isItem(db), isLesson(db)),
    );
  }
}

export type ProgressStore = ReturnType<typeof progressStore>;

const REACHABLE = ['live', 'unlisted'];

/** The favorite is an item that can be reached by its address. */
const isItem = (db: Database) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(contentItem)
      .where(
        and(
          eq(contentItem.tenantId, favorite.tenantId),
          eq(contentItem.kind, favorite.kind),
          eq(contentItem.id, favorite.id),
          inArray(contentItem.status, REACHABLE),
          isNull(contentItem.removedAt),
        ),
      ),
  );

/** The favorite is a lesson that can be reached, as its course can. */
const isLesson = (db: Database) =>
  and(
    eq(favorite.kind, 'lesson'),
    exists(
      db
        .select({ one: sql`1` })
        .from(lesson)
        .innerJoin(
          contentItem,
          and(
            eq(contentItem.tenantId, lesson.tenantId),
            eq(contentItem.kind, 'course'),
            eq(contentItem.id, lesson.courseId),
          ),
        )
        .where(
          and(
            eq(lesson.tenantId, favorite.tenantId),
            eq(lesson.lessonId, favorite.id),
            inArray(lesson.status, REACHABLE),
            isNull(lesson.removedAt),
            inArray(contentItem.status, REACHABLE),
            isNull(contentItem.removedAt),
          ),
        ),
    ),
  );

interface EventRow {
  itemId: string;
  kind: string;
  at: Date;
  sequence: number;
  value: number | null;
}

const ledgerEvent = ({ itemId, kind, at, sequence, value }: EventRow): LedgerEvent => ({
  lessonId: itemId,
  kind: kind as LedgerEvent['kind'],
  at: at.getTime(),
  sequence,
  value,
});
