import { sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import type { FileStore } from './file-store.ts';

/** Files that are looked up at once. */
const PAGE = 1000;
/** Longest removal of one file, ms: the database ends transactions that wait longer than 15 s. */
const MAX_REMOVAL_MS = 10_000;

/** Unnamed files that are removed whatever their share is. */
const FEW = 100;
/** Largest share of unnamed files: more of them belong to another academy, or to rows that are missing here. */
const MAX_UNNAMED = 0.5;

/** What names a file: its row, and versions whose archive it is. */
const isNamed = (hash: ReturnType<typeof sql>) => sql`(
  exists (select from asset where asset.hash = ${hash} and bytes is null)
  or exists (select from content_version where packed_hash = ${hash} and packed is null))`;

/**
 * Removes files from the store that no row has named for a day: those of a publish that failed, archives of versions
 * that are no longer kept, and what was moved to the database. A publish that needs such a file deletes the note of it
 * first, and waits here for a removal under way.
 *
 * @returns how many files were removed
 * @throws Error when most files of the store are unnamed: a copy of the database, or an empty one, uses a bucket of others
 */
export async function cleanStore(db: Database, store: FileStore, signal?: AbortSignal): Promise<number> {
  let page: string[] = [];
  let listed = 0;
  for await (const { hash } of store.list(signal)) {
    if (signal?.aborted) return 0;
    listed += 1;
    if (page.push(hash) < PAGE) continue;
    await noteUnnamed(db, page);
    page = [];
  }
  await noteUnnamed(db, page);
  const due = await db.execute<{ hash: string }>(
    sql`select hash from unnamed_file where since < now() - interval '1 day' order by since`,
  );
  if (due.rows.length > FEW && due.rows.length > listed * MAX_UNNAMED)
    throw new Error(
      `nothing was removed: the database names few of the ${listed} files of the store. Does another academy use this bucket?`,
    );
  let removed = 0;
  let problem: unknown = null;
  for (const { hash } of due.rows) {
    if (signal?.aborted) break;
    try {
      if (await removeUnnamed(db, store, hash, signal)) removed += 1;
    } catch (error) {
      problem = error;
    }
  }
  if (problem !== null && removed === 0) throw problem;
  return removed;
}

async function noteUnnamed(db: Database, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const listed = sql`unnest(${sql.param(hashes)}::text[]) as listed (hash)`;
  await db.execute(sql`
    insert into unnamed_file (hash)
    select hash from ${listed} where not ${isNamed(sql`listed.hash`)} on conflict do nothing`);
  await db.execute(sql`
    delete from unnamed_file as noted using ${listed} where noted.hash = listed.hash and ${isNamed(sql`noted.hash`)}`);
}

/** The note stays locked until the file is gone, so that a publish that deletes it finds the file missing. */
function removeUnnamed(db: Database, store: FileStore, hash: string, signal?: AbortSignal): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      delete from unnamed_file
      where hash = ${hash} and since < now() - interval '1 day' and not ${isNamed(sql`unnamed_file.hash`)}`);
    if (rowCount === 0) return false;
    const timeout = AbortSignal.timeout(MAX_REMOVAL_MS);
    await store.remove(hash, signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
    return true;
  });
}
