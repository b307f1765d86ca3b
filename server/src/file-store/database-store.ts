import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Database } from '../db/connect.ts';
import type { ByteRange } from '../values/byte-range.ts';
import { collected, type FileStore, type StoredFile, StoreProblem } from './file-store.ts';

/** Bytes that are read at once: the driver decodes each reply in one go and blocks meanwhile. */
const PIECE = 1024 * 1024;
/** Rows that are listed at once. */
const PAGE = 200;

/** The rows of the database as a store of bytes. */
export interface DatabaseStore extends FileStore {
  /** Gives versions of older editions the hash by which their archive is named; a few at a time, and again until all have one. */
  nameArchives(): Promise<void>;
  /** Files are used again: cleaning leaves them alone for a day from here. */
  claim(hashes: readonly string[]): Promise<void>;
  /** Files whose rows are here while their bytes lie in the other store, in the order of their hashes. */
  elsewhere(): AsyncIterable<StoredFile>;
  /** One piece of a file; null when its bytes are not here. */
  piece(hash: string, range: ByteRange): Promise<Uint8Array | null>;
}

/**
 * PostgreSQL: bytes lie in the rows of files and versions. `put` fills rows that name the file; publishing writes new
 * ones itself, together with the item.
 */
export function databaseStore(db: Database): DatabaseStore {
  async function piece(hash: string, { from, length }: ByteRange): Promise<Uint8Array | null> {
    const { rows } = await db.execute<{ piece: Buffer }>(sql`
      select substring(bytes from ${from + 1}::int for ${length}::int) as piece
      from asset where hash = ${hash} and bytes is not null
      union all
      (select substring(packed from ${from + 1}::int for ${length}::int)
      from content_version where packed_hash = ${hash} and packed is not null limit 1)
      limit 1`);
    return rows[0]?.piece ?? null;
  }

  async function* page(isHere: boolean): AsyncGenerator<StoredFile> {
    for (let after = ''; ; ) {
      const { rows } = await db.execute<{ hash: string; size: number }>(sql`
        select hash, max(size)::int as size from (
          select hash, size from asset where hash > ${after} and (bytes is not null) = ${isHere}
          union all
          select packed_hash, packed_size from content_version
          where packed_hash > ${after} and (packed is not null) = ${isHere}) as named
        group by hash order by hash limit ${PAGE}`);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.hash;
    }
  }

  return {
    piece,

    async put({ hash, size }, bytes) {
      const whole = await collected(bytes(), size);
      await db.transaction(async (tx) => {
        await tx.execute(sql`update asset set bytes = ${whole} where hash = ${hash} and bytes is null`);
        await tx.execute(
          sql`update content_version set packed = ${whole} where packed_hash = ${hash} and packed is null`,
        );
      });
    },

    async read(hash, { from, length }) {
      const first = await piece(hash, { from, length: Math.min(PIECE, length) });
      if (first === null) throw new StoreProblem(`the database has no bytes of ${hash}`, missing);
      return (async function* () {
        yield first;
        for (let at = first.byteLength; at < length; ) {
          const next = await piece(hash, { from: from + at, length: Math.min(PIECE, length - at) });
          if (next === null || next.byteLength === 0)
            throw new StoreProblem(`the database lost the bytes of ${hash}`, missing);
          at += next.byteLength;
          yield next;
        }
      })();
    },

    async remove(hash) {
      await db.transaction(async (tx) => {
        await tx.execute(sql`update asset set bytes = null where hash = ${hash} and bytes is not null`);
        await tx.execute(
          sql`update content_version set packed = null where packed_hash = ${hash} and packed is not null`,
        );
      });
    },

    async claim(hashes) {
      await db.execute(sql`delete from unnamed_file where hash = any(${sql.param(hashes)}::text[])`);
    },

    list: () => page(true),
    elsewhere: () => page(false),

    async nameArchives() {
      for (;;) {
        const { rowCount } = await db.execute(sql`
          update content_version set packed_hash = encode(sha256(packed), 'hex'), packed_size = length(packed)
          where ctid = any(array(select ctid from content_version where packed_hash is null and packed is not null limit 20))`);
        if (rowCount === 0) return;
      }
    },
  };
}

const missing = { reason: 'NoSuchKey', status: 404 };

/** Whether bytes of any file lie in the other store. */
export async function hasFilesElsewhere(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ any: boolean }>(
    `select exists (select from asset where bytes is null)
       or exists (select from content_version where packed is null) as any`,
  );
  return rows[0]?.any === true;
}
