import { wordsOf } from '@academy/content/storable-item';
import { sql } from 'drizzle-orm';
import type { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import type { Database } from '../db/connect.ts';
import { searchEntry } from '../db/search-tables.ts';
import { ENTRY_VECTORS, WORDS_EDITION } from './entry-vectors.ts';

/** Entries of one transaction. */
const AT_ONCE = 50;
/** Lock of the server that indexes. An arbitrary number. */
const INDEX_LOCK = 7_203_114_038;

type Old = { entry_id: string; tenant_id: string } & Parameters<typeof wordsOf>[0];

/**
 * Indexes some of the entries that an earlier edition wrote: beside stems they get the words as they are spelled. One
 * server does it at a time. Results of searches are cached by the version of the content, so that of an academy is bumped
 * with its last entry.
 *
 * @returns whether there may be more
 */
export async function indexAgain(
  db: Database,
  versions: Pick<CatalogueVersions, 'bump'>,
  atOnce = AT_ONCE,
): Promise<boolean> {
  const invalidations = await db.transaction(async (tx) => {
    const lock = await tx.execute<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${INDEX_LOCK}) as held`);
    if (lock.rows[0]?.held !== true) return null;
    const { rows } = await tx.execute<Old>(sql`
      select entry_id, tenant_id, title, headings, summary, text from ${searchEntry}
      where words_edition < ${WORDS_EDITION}
      order by words_edition, entry_id limit ${atOnce} for update skip locked`);
    if (rows.length === 0) return null;
    const words = rows.map((row) => ({ entry_id: row.entry_id, ...wordsOf(row) }));
    await tx.execute(sql`
      update ${searchEntry} as entry set head = made.head, document = made.document, words = made.words, words_edition = ${WORDS_EDITION}
      from (
        select entry_id, vectors.* from json_to_recordset(${JSON.stringify(words)}::json) as given (entry_id bigint,
          "titleWords" text, "headingWords" text, "summaryWords" text, "textWords" text)
          join ${searchEntry} as known using (entry_id), lateral (${ENTRY_VECTORS}) as vectors
      ) as made
      where entry.entry_id = made.entry_id`);
    const { rows: waiting } = await tx.execute<{ tenant_id: string }>(sql`
      select distinct tenant_id from ${searchEntry} where words_edition < ${WORDS_EDITION}`);
    const left = new Set(waiting.map((row) => row.tenant_id));
    const done = new Set(rows.map((row) => row.tenant_id).filter((tenantId) => !left.has(tenantId)));
    const made: (() => Promise<void>)[] = [];
    for (const tenantId of [...done].sort()) made.push(await versions.bump(tx, tenantId));
    return made;
  });
  if (invalidations === null) return false;
  await Promise.all(invalidations.map((invalidate) => invalidate()));
  return true;
}
