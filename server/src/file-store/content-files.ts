import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AcademyError } from '@academy/contract/errors';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/connect.ts';
import type { ByteRange } from '../values/byte-range.ts';
import { databaseStore } from './database-store.ts';
import { type Pieces, StoreProblem } from './file-store.ts';
import { piecesOf, type S3Store } from './s3-store.ts';

/** Files that are written to the store at once. */
const AT_ONCE = 4;
/** Longest writing of one item's files, ms: clients of a publish give up after 180 s. */
const MAX_WRITE_MS = 120_000;
/** Bytes that are hashed at once. */
const PIECE = 4 * 1024 * 1024;

/** A file in memory that is to be kept. */
export interface NewFile {
  /** SHA-256 of the bytes, hex. */
  hash: string;
  bytes: Uint8Array;
}

/** The bytes of files that rows name, wherever they lie. */
export interface ContentFiles {
  /** The store beside the database; null without one. */
  store: S3Store | null;
  /** Whether new files go to that store. */
  writesToStore: boolean;
  /**
   * A part of a file that a row names. Its first bytes are there once this settles.
   *
   * @throws AcademyError unavailable when the store does not deliver it
   */
  read(hash: string, range: ByteRange): Promise<Pieces>;
  /**
   * Writes the files of an item to the store, before the transaction that writes the rows.
   *
   * @returns hashes of those that lie there now; the others belong into their rows
   * @throws StoreProblem when the store does not take them
   */
  keep(files: readonly NewFile[], signal?: AbortSignal): Promise<ReadonlySet<string>>;
}

export interface ContentFilesOptions {
  db: Database;
  /** For reads of the catalogue. */
  catalogueDb?: Database;
  store: S3Store | null;
  writesToStore: boolean;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export function contentFiles({ db, catalogueDb = db, store, writesToStore, log }: ContentFilesOptions): ContentFiles {
  const rows = databaseStore(db);
  const { piece } = databaseStore(catalogueDb);

  async function fromStore(hash: string, range: ByteRange): Promise<Pieces> {
    try {
      if (store === null)
        throw new StoreProblem('the file lies in a content store that is not configured', { reason: 'not-configured' });
      return await store.read(hash, range);
    } catch (error) {
      throw unavailable(error, hash);
    }
  }

  /** Pieces out of the row; a move may take the bytes away in between, then the rest comes from the store. */
  async function* fromRow(first: Uint8Array, hash: string, { from, length }: ByteRange): AsyncGenerator<Uint8Array> {
    yield first;
    for (let at = first.byteLength; at < length; ) {
      const rest = { from: from + at, length: length - at };
      const next = await piece(hash, { ...rest, length: Math.min(rest.length, PIECE / 4) });
      if (next === null) return yield* await fromStore(hash, rest);
      if (next.byteLength === 0) throw new Error(`file ${hash} is shorter than its row says`);
      at += next.byteLength;
      yield next;
    }
  }

  function unavailable(error: unknown, hash: string): unknown {
    if (!(error instanceof StoreProblem)) return error;
    log.warn({ err: error, hash }, 'the content store did not deliver a file');
    return new AcademyError('unavailable');
  }

  async function putAll(store: S3Store, files: readonly NewFile[], signal: AbortSignal): Promise<void> {
    const waiting = files.values();
    const worker = async () => {
      for (const { hash, bytes } of waiting)
        await store.put({ hash, size: bytes.byteLength }, () => piecesOf(bytes), signal);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  return {
    store,
    writesToStore,

    async read(hash, range) {
      const first = await piece(hash, { from: range.from, length: Math.min(range.length, PIECE / 4) });
      return first === null ? fromStore(hash, range) : fromRow(first, hash, range);
    },

    async keep(files, signal) {
      if (store === null || !writesToStore) return new Set();
      const hashes = [...new Set(files.map(({ hash }) => hash))];
      // First, so that cleaning takes none of them away before the rows are written: it waits a day from here.
      await rows.claim(hashes);
      // Rows whose bytes lie in the store are asked for there, too: a publish mends what was lost.
      const { rows: known } = await db.execute<{ hash: string }>(
        sql`select hash from asset where hash = any(${sql.param(hashes)}::text[]) and bytes is not null`,
      );
      const there = new Set(known.map(({ hash }) => hash));
      const missing = files.filter(({ hash }) => !there.has(hash));
      const stop = new AbortController();
      const longest = AbortSignal.timeout(MAX_WRITE_MS);
      try {
        const signals = [stop.signal, longest, ...(signal === undefined ? [] : [signal])];
        await putAll(store, missing, AbortSignal.any(signals));
      } catch (error) {
        // The other files under way.
        stop.abort();
        // The reply is not awaited any more.
        if (signal?.aborted) throw new AcademyError('unavailable');
        throw longest.aborted ? new StoreProblem('it takes too long', { reason: 'slow', cause: error }) : error;
      }
      return new Set(missing.map(({ hash }) => hash));
    },
  };
}

/** SHA-256, hex, in steps between which other work runs. */
export async function hashOfBytes(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.byteLength; at += PIECE) {
    hash.update(bytes.subarray(at, at + PIECE));
    await nextTurn();
  }
  return hash.digest('hex');
}
