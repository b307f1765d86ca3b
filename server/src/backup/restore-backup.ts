import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import tar from 'tar-stream';
import * as v from 'valibot';
import { migrate } from '../db/migrate.ts';
import { type FileStore, type StoredFile, StoreProblem } from '../file-store/file-store.ts';
import { piecesOf } from '../file-store/s3-store.ts';
import { StartProblem } from '../settings/start-problem.ts';
import {
  type BackupHead,
  BackupHeadSchema,
  type BackupSums,
  BackupSumsSchema,
  HEAD_FILE,
  hashOfEntry,
  SUMS_FILE,
  tableOfEntry,
} from './backup-format.ts';
import { RowSum } from './row-sum.ts';
import {
  beginLong,
  emptyTables,
  firstFilledTable,
  readMigrations,
  readRows,
  setSequences,
  writeRows,
} from './table-rows.ts';
import type { BackupProgress, BackupSummary } from './write-backup.ts';

export interface RestoreSummary extends BackupSummary {
  /** Migrations applied after the rows came back, when the backup is of an older edition. */
  migrated: string[];
}

/**
 * Writes a backup into an empty database, in one transaction: reads every row again afterwards, and keeps nothing when
 * one differs. A backup of an older edition is brought up to date.
 *
 * @param archive the tar
 * @param files the content store that gets the files which the archive holds
 * @throws StartProblem when the database is not empty, the archive is not complete, or is of a newer edition
 */
export async function restoreBackup(
  pool: Pool,
  archive: Readable,
  progress: BackupProgress = {},
  files: Pick<FileStore, 'put'> | null = null,
): Promise<RestoreSummary> {
  const extract = tar.extract();
  const client = await pool.connect();
  try {
    archive.on('error', (error) => extract.destroy(error));
    // Entries that come before somebody asks for them are lost.
    archive.pipe(extract);
    const summary = await restoreAll(client, pool, extract, progress, files);
    return { ...summary, migrated: await migrate(pool) };
  } catch (error) {
    throw readable(error);
  } finally {
    archive.unpipe(extract);
    archive.destroy();
    extract.destroy();
    // With the transaction of a restore that failed.
    client.release(true);
  }
}

async function restoreAll(
  client: PoolClient,
  pool: Pool,
  entries: AsyncIterable<AsyncIterable<unknown> & { header: { name: string } }>,
  { onTable, onFile }: BackupProgress,
  files: Pick<FileStore, 'put'> | null,
): Promise<BackupSummary> {
  let head: BackupHead | null = null;
  let sums: BackupSums | null = null;
  let open: OpenTable | null = null;
  const close = async () => {
    await open?.end();
    open = null;
  };
  for await (const entry of entries) {
    const { name } = entry.header;
    if (head === null) {
      if (name !== HEAD_FILE) throw notABackup();
      head = v.parse(BackupHeadSchema, JSON.parse(await textOf(entry)));
      await prepare(client, pool, head);
      continue;
    }
    if (name === SUMS_FILE) {
      await close();
      sums = v.parse(BackupSumsSchema, JSON.parse(await textOf(entry)));
      continue;
    }
    const hash = hashOfEntry(name);
    if (hash !== null && sums === null) {
      if (files === null) throw noStore(head);
      onFile?.(await restoreFile(files, hash, await bytesOf(entry)));
      continue;
    }
    const tableName = tableOfEntry(name);
    const table = head.tables.find((one) => one.name === tableName);
    if (table === undefined || sums !== null) throw notABackup();
    if (open?.name !== table.name) {
      await close();
      open = openTable(client, table);
    }
    for await (const chunk of entry) await open.write(chunk as Buffer);
  }
  if (head === null) throw notABackup();
  if (sums === null) throw incomplete();
  await setSequences(client, head.sequences);
  await compare(client, head, sums, onTable);
  await client.query('commit');
  return { head, sums };
}

/** Refuses a database with data, and makes the tables of the backup's edition. */
async function prepare(client: PoolClient, pool: Pool, head: BackupHead): Promise<void> {
  const filled = await firstFilledTable(client);
  if (filled !== null)
    throw new StartProblem(
      `Nothing was restored: the database is not empty, there are rows in ${filled}.`,
      'Restore into an empty database, or a data folder that does not exist yet (--data).',
    );
  if ((await readMigrations(client)).length > head.migrations.length)
    throw new StartProblem(
      `Nothing was restored: the database has tables of a newer edition than the backup, which is of ${head.edition}.`,
      'Restore into a database without tables; it is brought up to date afterwards.',
    );
  await migrate(pool, undefined, head.migrations.length);
  const there = await readMigrations(client);
  const isSame = head.migrations.every(({ tag, hash }, at) => there[at]?.tag === tag && there[at]?.hash === hash);
  if (!isSame || there.length !== head.migrations.length)
    throw new StartProblem(
      `Nothing was restored: the backup was made by edition ${head.edition}, whose tables this edition does not know.`,
      'Restore it with that edition, or a newer one.',
    );
  await beginLong(client, 'write');
  await emptyTables(client, head.tables);
}

/** @throws StartProblem for bytes that have another hash */
async function restoreFile(files: Pick<FileStore, 'put'>, hash: string, bytes: Buffer): Promise<StoredFile> {
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new StartProblem(
      `Nothing was restored: the file ${hash} of the backup is damaged.`,
      'The backup was changed or damaged. Use another one.',
    );
  const file = { hash, size: bytes.length };
  await files.put(file, () => piecesOf(bytes));
  return file;
}

interface OpenTable {
  name: string;
  write(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
}

function openTable(client: PoolClient, table: BackupHead['tables'][number]): OpenTable {
  const rows = writeRows(client, table);
  const done = finished(rows);
  // Told by `end`, or by the next write.
  done.catch(() => undefined);
  return {
    name: table.name,
    async write(bytes) {
      if (!rows.write(bytes)) await Promise.race([once(rows, 'drain'), done]);
    },
    async end() {
      rows.end();
      await done;
    },
  };
}

/** Reads every row again. @throws StartProblem when a table has other rows than the backup */
async function compare(
  client: PoolClient,
  head: BackupHead,
  sums: BackupSums,
  onTable: BackupProgress['onTable'],
): Promise<void> {
  for (const table of head.tables) {
    const sum = new RowSum();
    for await (const chunk of readRows(client, table)) sum.add(chunk);
    const wanted = sums[table.name];
    if (wanted === undefined) throw incomplete();
    if (wanted.count !== sum.count || wanted.digest !== sum.digest)
      throw new StartProblem(
        `Nothing was restored: ${table.name} came back with ${sum.count} rows, the backup has ${wanted.count}, and they differ.`,
        'The file was changed or damaged. Use another backup.',
      );
    onTable?.(table.name, sum.count);
  }
}

const noStore = ({ files }: BackupHead) =>
  new StartProblem(
    `Nothing was restored: the backup holds ${files?.count ?? 'some'} files for a content store, and the settings name none.`,
    'Set ACADEMY_S3_ENDPOINT and the settings that belong to it; the bucket may be empty.',
  );
const notABackup = () =>
  new StartProblem(
    'Nothing was restored: this is not a backup of an academy.',
    'Name a file that "./academy backup" wrote.',
  );
const incomplete = () =>
  new StartProblem('Nothing was restored: the backup is not complete.', 'Its end is missing. Use another backup.');

/** A damaged file shows itself in many ways. */
function readable(error: unknown): unknown {
  if (error instanceof StartProblem || error instanceof StoreProblem) return error;
  const { message, code = '' } = error as { message?: string; code?: unknown };
  if (/unexpected end|premature close/i.test(message ?? '')) return incomplete();
  if (error instanceof v.ValiError || error instanceof SyntaxError || /^Z_|tar/i.test(`${code} ${message}`))
    return notABackup();
  return error;
}

const textOf = async (entry: AsyncIterable<unknown>): Promise<string> => (await bytesOf(entry)).toString('utf8');

async function bytesOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
