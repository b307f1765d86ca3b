import { AcademyError } from '@academy/contract/errors';
import type { LikeableType } from '@academy/contract/favorites';
import type { LedgerEvent } from '@academy/contract/rules/progress';
import { and, asc, desc, eq, exists, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { QueryResultRow } from 'pg';
import { batched } from '../db/batched.ts';
import { type Database, prepared as runPrepared } from '../db/connect.ts';
import { contentItem, favorite, lesson, progressEvent } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../scope.ts';

/** Subjects of events. A guide is completed as a whole. */
export type ItemKind = 'lesson' | 'guide';

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

/** A learner's events and favorites in one course. */
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

    /** The lessons of these whose knowledge check has questions and was never passed by the learner. */
    async unpassedChecks(personId: PersonId, tenantId: TenantScope, lessonIds: string[]): Promise<Set<string>> {
      if (lessonIds.length === 0) return new Set();
      const rows = await prepared<{ lessonId: string }>(UNPASSED_CHECKS, [personId, tenantId, lessonIds]);
      return new Set(rows.map(({ lessonId }) => lessonId));
    },

    /** All of a learner's state that the page of a course shows, in one query. */
    async ofCourse(personId: PersonId, tenantId: TenantScope, lessonIds: string[]): Promise<OfCourse> {
      const rows = await prepared<EventRow & { what: 'event' | 'favorite' }>(OF_COURSE, [
        personId,
        tenantId,
        lessonIds,
      ]);
      const favoriteRows = rows.filter(({ what }) => what === 'favorite');
      const favoritesOf = (one: string) =>
        new Set(favoriteRows.filter(({ kind }) => kind === one).map(({ itemId }) => itemId));
      return {
        events: rows.filter(({ what }) => what === 'event').map(ledgerEvent),
        favoriteLessons: favoritesOf('lesson'),
        favoriteCourses: favoritesOf('course'),
      };
    },

    /** The learner's events about the lessons that a course has, hidden and removed ones included. */
    async inWholeCourse(personId: PersonId, tenantId: TenantScope, courseId: string): Promise<LedgerEvent[]> {
      return (await prepared<EventRow>(IN_WHOLE_COURSE, [personId, tenantId, courseId])).map(ledgerEvent);
    },

    /** A text that changes with every event except video positions, and with every favorite. */
    async mark(personId: PersonId, tenantId: TenantScope): Promise<string> {
      const [row] = await prepared<{ mark: string }>(MARK, [personId, tenantId]);
      return row?.mark ?? '';
    },

    /** When the learner last did something before a moment, in lessons or guides. */
    async lastActiveBefore(personId: PersonId, tenantId: TenantScope, before: Date): Promise<Date | null> {
      const [newest] = await db
        .select({ at: progressEvent.at })
        .from(progressEvent)
        .where(
          and(eq(progressEvent.personId, personId), eq(progressEvent.tenantId, tenantId), lt(progressEvent.at, before)),
        )
        .orderBy(desc(progressEvent.at))
        .limit(1);
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

interface Statement {
  name: string;
  text: string;
}

const EVENT = 'kind, item_id as "itemId", at, sequence::float8 as sequence, value from progress_event';

const ALL: Statement = {
  name: 'progress_all',
  text: `select ${EVENT} where person_id = $1 and tenant_id = $2 and item_kind = $3`,
};

const OF_ITEMS: Statement = {
  name: 'progress_of_items',
  text: `
    select index, ${EVENT}
    join unnest($1::integer[], $2::uuid[], $3::text[], $4::text[], $5::text[])
      as requested (index, person_id, tenant_id, item_kind, item_id) using (person_id, tenant_id, item_kind, item_id)`,
};

const IN_WHOLE_COURSE: Statement = {
  name: 'progress_in_whole_course',
  text: `${ALL.text.replace('$3', "'lesson'")} and item_id in (
    select lesson_id from lesson where tenant_id = $2 and course_id = $3
  )`,
};

/** A check without a valid question is stored as null. */
const UNPASSED_CHECKS: Statement = {
  name: 'progress_unpassed_checks',
  text: `
    select lesson_id as "lessonId" from lesson
    where tenant_id = $2 and lesson_id = any($3) and knowledge_check is not null and not exists (
      select 1 from knowledge_check_attempt attempt
      where attempt.person_id = $1 and attempt.tenant_id = $2 and attempt.lesson_id = lesson.lesson_id and attempt.passed
    )`,
};

const MARK: Statement = {
  name: 'progress_mark',
  text: `
    select concat_ws('-',
      (select max(sequence) from progress_event where person_id = $1 and tenant_id = $2 and kind <> 'position'),
      (select count(*) from favorite where person_id = $1 and tenant_id = $2),
      (select max(created_at) from favorite where person_id = $1 and tenant_id = $2)
    ) as mark`,
};

const OF_COURSE: Statement = {
  name: 'progress_of_course',
  text: `
    select 'event' as what, ${EVENT}
    where person_id = $1 and tenant_id = $2 and item_kind = 'lesson' and item_id = any($3)
    union all
    select 'favorite', kind, id, created_at, 0, null from favorite
    where person_id = $1 and tenant_id = $2 and (
      kind = 'lesson' and id = any($3)
      or kind = 'course' and exists (
        select 1 from content_item course
        where course.tenant_id = $2 and course.kind = 'course' and course.id = favorite.id
          and course.status in ('live', 'unlisted') and course.removed_at is null
      )
    )`,
};

/**
 * The learners' rows are locked until the events are stored: a person deleted at this moment leaves nothing behind.
 * Among events of the same moment the order of arrival decides, so rows are inserted in their order, whatever the
 * join's order.
 */
const APPEND: Statement = {
  name: 'progress_append',
  text: `
    with learner as (select person_id from person where person_id = any($1::uuid[]) for key share),
    added as (
      insert into progress_event (person_id, tenant_id, item_kind, key, item_id, kind, at, value)
      select event.person_id, tenant_id, item_kind, key, item_id, kind, at, value
      from unnest(
        $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::integer[]
      ) with ordinality as event (person_id, tenant_id, item_kind, key, item_id, kind, at, value, place)
      join learner using (person_id)
      order by place
      on conflict do nothing
      returning person_id, key
    )
    select person_id as "personId", array(select key from added where added.person_id = learner.person_id) as keys
    from learner`,
};

const FORGET_OLD_PLACES: Statement = {
  name: 'progress_forget_old_places',
  text: `
    delete from progress_event old using progress_event newer
    where old.person_id = $1 and old.tenant_id = $2 and old.item_kind = $3 and old.item_id = any($4)
      and old.kind = 'position' and newer.kind = 'position'
      and newer.person_id = $1 and newer.tenant_id = $2 and newer.item_kind = $3 and newer.item_id = old.item_id
      and (newer.at, newer.sequence) > (old.at, old.sequence)`,
};
