import type { AuditAction } from '@academy/contract/audit-actions';
import { AcademyError } from '@academy/contract/errors';
import { type ImportSummary, UNDO_IMPORT_HOURS } from '@academy/contract/people-import';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { AuditActor } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { peopleImport } from '../db/import-tables.ts';
import { auditEvent } from '../db/tables.ts';
import { peopleImportTexts } from './people-import-texts.ts';

const HOUR_MS = 3_600_000;

/**
 * Records an import with its first rows.
 *
 * @throws AcademyError conflict when the id belongs to another administrator's import
 */
export async function noteImport(
  db: Database,
  { importId, fileName, by }: { importId: string; fileName: string | null; by: AuditActor },
): Promise<void> {
  const { personId: actorId, name: actorName } = by;
  await db.insert(peopleImport).values({ importId, actorId, actorName, fileName }).onConflictDoNothing();
  const [noted] = await db.select().from(peopleImport).where(eq(peopleImport.importId, importId));
  if (noted?.actorId !== actorId)
    throw new AcademyError('conflict', {
      message: peopleImportTexts.importOfAnother,
      field: 'importId',
    });
}

/** Imports with their changes from the audit log. */
export function importsStore(db: Database, now: () => number = Date.now) {
  /** The changes that imports made to people, by the import's id. */
  async function changesOf(ids: readonly string[]) {
    const importOf = sql<string>`${auditEvent.details} ->> 'import'`;
    const rows = await db
      .select({
        importId: importOf,
        added: sql<number>`count(distinct ${auditEvent.targetId}) filter (where ${auditEvent.action} = 'person.add')::int`,
        people: sql<number>`count(distinct ${auditEvent.targetId})::int`,
        changes: sql<number>`count(*)::int`,
      })
      .from(auditEvent)
      .where(and(inArray(importOf, [...ids]), ne(auditEvent.action, 'person.invite' satisfies AuditAction)))
      .groupBy(importOf);
    return new Map(rows.map((row) => [row.importId, row]));
  }

  /** The reverted changes of imports, with who reverted them and when last. */
  async function undoneOf(ids: readonly string[]) {
    const undoes = sql<string>`${auditEvent.details} ->> 'undoes'`;
    const rows = await db
      .select({
        importId: undoes,
        takenBack: sql<number>`count(*)::int`,
        by: sql<string>`(array_agg(${auditEvent.actorName} order by ${auditEvent.eventId} desc))[1]`,
        at: sql`max(${auditEvent.at})`.mapWith(auditEvent.at),
      })
      .from(auditEvent)
      .where(inArray(undoes, [...ids]))
      .groupBy(undoes);
    return new Map(rows.map((row) => [row.importId, row]));
  }

  return {
    /** One page, newest first, and the number on all pages. */
    async page({
      pageNumber,
      pageSize,
    }: {
      pageNumber: number;
      pageSize: number;
    }): Promise<{ content: ImportSummary[]; totalElements: number }> {
      const [rows, totalElements] = await Promise.all([
        db
          .select()
          .from(peopleImport)
          .orderBy(desc(peopleImport.startedAt), desc(peopleImport.importId))
          .limit(pageSize)
          .offset(pageNumber * pageSize),
        db.$count(peopleImport),
      ]);
      const ids = rows.map(({ importId }) => importId);
      const [changes, undone] = await Promise.all([changesOf(ids), undoneOf(ids)]);
      const content = rows.map(({ importId, startedAt, actorName, fileName }): ImportSummary => {
        const did = changes.get(importId) ?? { added: 0, people: 0, changes: 0 };
        const back = undone.get(importId);
        const takenBack = back?.takenBack ?? 0;
        const until = startedAt.getTime() + UNDO_IMPORT_HOURS * HOUR_MS;
        return {
          ...{ importId, actorName, fileName },
          startedAt: startedAt.toISOString(),
          added: did.added,
          changed: did.people - did.added,
          changes: did.changes,
          takenBack,
          takenBackBy: back?.by ?? null,
          takenBackAt: back?.at.toISOString() ?? null,
          undoUntil: takenBack < did.changes && until > now() ? new Date(until).toISOString() : null,
        };
      });
      return { content, totalElements };
    },
  };
}
