import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { draftNote } from '../db/draft-tables.ts';

/** Notes of one kind about one draft; the oldest of more are forgotten. */
const MAX_NOTES = 200;

/** What visitors of a draft do, where all servers find it: their attempts at checks, their labs. It goes with the draft. */
export function draftNotesStore<T>(db: Database, draftId: string, about: 'attempt' | 'lab') {
  const ofKind = and(eq(draftNote.draftId, draftId), eq(draftNote.about, about));
  const read = async (where: ReturnType<typeof and>, max: number): Promise<T[]> => {
    const rows = await db
      .select({ value: draftNote.value })
      .from(draftNote)
      .where(and(ofKind, where))
      .orderBy(desc(draftNote.changedAt))
      .limit(max);
    return rows.map(({ value }) => value as T);
  };
  return {
    get: async (noteId: string): Promise<T | null> => (await read(sql`note_id::text = ${noteId}`, 1))[0] ?? null,

    of: (visitor: string): Promise<T[]> => read(eq(draftNote.visitor, visitor), MAX_NOTES),

    async set(noteId: string, visitor: string, value: T): Promise<void> {
      await db
        .insert(draftNote)
        .values({ draftId, noteId, about, visitor, value })
        .onConflictDoUpdate({
          target: [draftNote.draftId, draftNote.noteId],
          set: { value: value as never, changedAt: sql`now()` },
        });
      await db.execute(sql`
        delete from draft_note where draft_id = ${draftId} and about = ${about} and note_id in (
          select note_id from draft_note where draft_id = ${draftId} and about = ${about}
          order by changed_at desc offset ${MAX_NOTES})`);
    },
  };
}
