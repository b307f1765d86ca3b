import { AcademyError } from '@academy/contract/errors';
import type { LedgerEvent } from '@academy/contract/rules/progress';
import { and, asc, desc, eq, exists, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { contentItem, favorite, lesson, person, progressEvent } from '../db/tables.ts';
import type { PersonId, TenantScope } from '../scope.ts';

/** What events are about. A guide is marked as a whole. */
export type ItemKind = 'lesson' | 'guide';

export interface NewEvent {
  key: string;
  itemId: string;
  kind: LedgerEvent['kind'];
  at: Date;
  value: number | null;
}

const columns = {
  lessonId: progressEvent.itemId,
  kind: progressEvent.kind,
  at: progressEvent.at,
  sequence: progressEvent.sequence,
};

export function progressStore(db: Database) {
  return {
    /**
     * Appends events to the ledger. A key that the learner already used is left as it is.
     *
     * @returns the keys that are new
     * @throws AcademyError invalid-token when the learner was removed a moment ago
     */
    async append(
      personId: PersonId,
      tenantId: TenantScope,
      itemKind: ItemKind,
      events: NewEvent[],
    ): Promise<Set<string>> {
      if (events.length === 0) return new Set();
      const rows = await db.transaction(async (tx) => {
        // Held until the events are there: who is removed at this moment leaves nothing behind.
        const [learner] = await tx.select({}).from(person).where(eq(person.personId, personId)).for('key share');
        if (learner === undefined) throw new AcademyError('invalid-token');
        return tx
          .insert(progressEvent)
          .values(events.map((event) => ({ personId, tenantId, itemKind, ...event })))
          .onConflictDoNothing()
          .returning({ key: progressEvent.key });
      });
      return new Set(rows.map((row) => row.key));
    },

    /** A learner's events about these items. */
    async ofItems(
      personId: PersonId,
      tenantId: TenantScope,
      itemKind: ItemKind,
      itemIds: string[],
    ): Promise<LedgerEvent[]> {
      if (itemIds.length === 0) return [];
      const rows = await db
        .select(columns)
        .from(progressEvent)
        .where(and(ofPerson(personId, tenantId, itemKind), inArray(progressEvent.itemId, itemIds)));
      return rows.map(ledgerEvent);
    },

    /** All of a learner's events of one kind in one academy. */
    async all(personId: PersonId, tenantId: TenantScope, itemKind: ItemKind): Promise<LedgerEvent[]> {
      const rows = await db
        .select(columns)
        .from(progressEvent)
        .where(ofPerson(personId, tenantId, itemKind));
      return rows.map(ledgerEvent);
    },

    /** When the learner last did something before a moment, lessons and guides alike. */
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

    /** What the learner marked with the heart and can still be reached: ids by kind, the newest first. */
    async favorites(personId: PersonId, tenantId: TenantScope): Promise<Map<string, Set<string>>> {
      const rows = await db
        .select({ kind: favorite.kind, id: favorite.id })
        .from(favorite)
        .where(and(eq(favorite.personId, personId), eq(favorite.tenantId, tenantId), or(isItem(db), isLesson(db))))
        .orderBy(desc(favorite.createdAt), asc(favorite.id));
      const byKind = new Map<string, Set<string>>();
      for (const row of rows) byKind.set(row.kind, (byKind.get(row.kind) ?? new Set()).add(row.id));
      return byKind;
    },
  };
}

export type ProgressStore = ReturnType<typeof progressStore>;

const REACHABLE = ['live', 'unlisted'];

/** The heart is on an item that can be reached by its address. */
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

/** The heart is on a lesson that can be reached, as its course can. */
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

const ofPerson = (personId: PersonId, tenantId: TenantScope, itemKind: ItemKind) =>
  and(eq(progressEvent.personId, personId), eq(progressEvent.tenantId, tenantId), eq(progressEvent.itemKind, itemKind));

function ledgerEvent(row: { lessonId: string; kind: string; at: Date; sequence: number }): LedgerEvent {
  return { ...row, kind: row.kind as LedgerEvent['kind'], at: row.at.getTime() };
}
