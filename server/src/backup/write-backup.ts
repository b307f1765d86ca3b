import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import tar, { type Pack } from 'tar-stream';
import type { FileStore, Pieces, StoredFile } from '../file-store/file-store.ts';
import {
  BACKUP_FORMAT,
  type BackupHead,
  type BackupSums,
  entryName,
  fileEntryName,
  HEAD_FILE,
  SUMS_FILE,
} from './backup-format.ts';
import { RowSum } from './row-sum.ts';
import { beginLong, filesElsewhere, readMigrations, readRows, readSequences, readTables } from './table-rows.ts';

/** Rows are collected to entries of this size, bytes: a tar names the size of an entry before its content. */
const PART_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

export interface BackupSummary {
  head: BackupHead;
  sums: BackupSums;
}

/** The content store that rows of the database refer to. */
export type BackupFiles = Pick<FileStore, 'read'>;

export interface BackupProgress {
  /** Called after each table. */
  onTable?: (name: string, rows: number) => void;
  /** Called after each file of the content store. */
  onFile?: (file: StoredFile) => void;
}

/**
 * Writes the state of one moment as a tar while the academy goes on: one transaction sees everything as it was when it
 * began.
 *
 * @param files the content store, for an archive that also holds what lies there
 * @returns the tar, and what is in it once it was read to its end
 */
export function writeBackup(
  pool: Pool,
  edition: string,
  progress: BackupProgress = {},
  files: BackupFiles | null = null,
): { archive: Readable; summary: Promise<BackupSummary> } {
  const pack = tar.pack();
  const summary = withClient(pool, (client) => writeAll(client, pack, edition, progress, files)).catch(
    (error: unknown) => {
      pack.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    },
  );
  // Whoever reads the archive gets the error as well.
  summary.catch(() => undefined);
  return { archive: Readable.from(pack, { objectMode: false }), summary };
}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    // With its transaction, and limits of its own.
    client.release(true);
  }
}

async function writeAll(
  client: PoolClient,
  pack: Pack,
  edition: string,
  { onTable, onFile }: BackupProgress,
  files: BackupFiles | null,
): Promise<BackupSummary> {
  await beginLong(client, 'read');
  const { rows } = await client.query<{ at: Date }>('select now() as at');
  const tables = await readTables(client);
  const elsewhere = await filesElsewhere(client, tables);
  const bytes = elsewhere.reduce((all, { size }) => all + size, 0);
  const head: BackupHead = {
    format: BACKUP_FORMAT,
    edition,
    madeAt: (rows[0]?.at ?? new Date()).toISOString(),
    migrations: await readMigrations(client),
    tables,
    sequences: await readSequences(client),
    files: { count: elsewhere.length, bytes, included: files !== null },
  };
  await writeEntry(pack, HEAD_FILE, Buffer.from(JSON.stringify(head, null, 2)));
  const sums: BackupSums = {};
  for (const table of head.tables) {
    const sum = await writeTable(client, pack, table);
    sums[table.name] = { count: sum.count, digest: sum.digest };
    onTable?.(table.name, sum.count);
  }
  if (files !== null)
    for (const file of elsewhere) {
      const pieces = await files.read(file.hash, { from: 0, length: file.size });
      await writeEntry(pack, fileEntryName(file.hash), pieces, file.size);
      onFile?.(file);
    }
  await writeEntry(pack, SUMS_FILE, Buffer.from(JSON.stringify(sums, null, 2)));
  pack.finalize();
  await client.query('commit');
  return { head, sums };
}

async function writeTable(client: PoolClient, pack: Pack, table: BackupHead['tables'][number]): Promise<RowSum> {
  const sum = new RowSum();
  let parts = 0;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    if (bytes === 0) return;
    parts += 1;
    await writeEntry(pack, entryName(table.name, parts), Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  };
  for await (const chunk of readRows(client, table)) {
    sum.add(chunk);
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0 && bytes + end >= PART_BYTES) {
      waiting.push(chunk.subarray(0, end));
      bytes += end;
      await flush();
      if (end < chunk.length) waiting.push(chunk.subarray(end));
      bytes = chunk.length - end;
    } else {
      waiting.push(chunk);
      bytes += chunk.length;
    }
  }
  await flush();
  return sum;
}

/** Writes an entry, no faster than the archive is read. */
async function writeEntry(pack: Pack, name: string, bytes: Buffer): Promise<void>;
async function writeEntry(pack: Pack, name: string, pieces: Pieces, size: number): Promise<void>;
async function writeEntry(pack: Pack, name: string, bytes: Buffer | Pieces, length?: number): Promise<void> {
  const size = Buffer.isBuffer(bytes) ? bytes.length : (length ?? 0);
  const entry = pack.entry({ name, size, mode: 0o600 });
  const over = new AbortController();
  const { signal } = over;
  const written = Buffer.isBuffer(bytes) ? once(entry, 'finish', { signal }) : pipeline(Readable.from(bytes), entry);
  const left = once(pack, 'close', { signal }).then(() => {
    throw new Error('the backup was not read to its end');
  });
  // The one that loses ends by the signal.
  for (const one of [written, left]) one.catch(() => undefined);
  if (Buffer.isBuffer(bytes)) entry.end(bytes);
  try {
    await Promise.race([written, left]);
  } finally {
    over.abort();
  }
}
