import type { PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { allowSilence } from '../db/connect.ts';
import type { StoredFile } from '../file-store/file-store.ts';
import { type BackupHead, byReference } from './backup-format.ts';

/** Written by migrating. */
const MIGRATIONS = 'academy_migration';
/** What servers write about themselves: it means nothing elsewhere, and each start writes it anew. */
const OF_SERVERS = ['academy_server', 'web_build', 'web_file'];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const target = ({ name, columns }: BackupHead['tables'][number]): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** Begins a transaction that may take long and writes every value in one form. */
export async function beginLong(client: PoolClient, mode: 'read' | 'write'): Promise<void> {
  allowSilence(client, 0);
  await client.query(mode === 'read' ? 'begin isolation level repeatable read read only' : 'begin');
  const settings = {
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
  };
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, true)', [name, value]);
}

/** The tables of an academy with the columns that hold data: generated ones are made again. */
export async function readTables(client: PoolClient): Promise<BackupHead['tables']> {
  const { rows: columns } = await client.query<{ table: string; columns: string[] }>(
    `select c.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and c.table_name <> all($1)
     group by c.table_name`,
    [[MIGRATIONS, ...OF_SERVERS]],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select a.relname as "from", b.relname as "to"
     from pg_constraint f join pg_class a on a.oid = f.conrelid join pg_class b on b.oid = f.confrelid
     where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`,
  );
  const columnsOf = new Map(columns.map((one) => [one.table, one.columns]));
  const names = byReference(
    [...columnsOf.keys()],
    references.map(({ from, to }) => [from, to] as const),
  );
  return names.map((name) => ({ name, columns: columnsOf.get(name) ?? [] }));
}

/** What each sequence gives next. */
export async function readSequences(client: PoolClient): Promise<BackupHead['sequences']> {
  const { rows } = await client.query<{ name: string; next: string }>(
    `select sequencename as name, (coalesce(last_value + increment_by, start_value))::text as next
     from pg_sequences where schemaname = current_schema() order by sequencename`,
  );
  return rows;
}

/** @returns the migrations that the database has, oldest first; none when it is not an academy's */
export async function readMigrations(client: PoolClient): Promise<BackupHead['migrations']> {
  const { rows: known } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    MIGRATIONS,
  ]);
  if (known[0]?.there !== true) return [];
  return (
    await client.query<BackupHead['migrations'][number]>('select tag, hash from academy_migration order by position')
  ).rows;
}

/** Files whose rows say that their bytes lie in the content store. An older edition has none. */
export async function filesElsewhere(client: PoolClient, tables: BackupHead['tables']): Promise<StoredFile[]> {
  const knowsStore = tables.some(({ name, columns }) => name === 'content_version' && columns.includes('packed_hash'));
  if (!knowsStore) return [];
  const { rows } = await client.query<StoredFile>(
    `select hash, max(size)::int as size from (
       select hash, size from asset where bytes is null
       union all select packed_hash, packed_size from content_version where packed is null) as named
     group by hash order by hash`,
  );
  return rows;
}

/** The rows of a table, a line each, as `COPY` writes them. */
export function readRows(client: PoolClient, table: BackupHead['tables'][number]): AsyncIterable<Buffer> {
  return client.query(copyTo(`copy ${target(table)} to stdout`));
}

/** A stream that adds rows to a table; its end waits until the database has them. */
export function writeRows(client: PoolClient, table: BackupHead['tables'][number]) {
  return client.query(copyFrom(`copy ${target(table)} from stdin`));
}

/** Makes tables empty that a migration may have filled. */
export async function emptyTables(client: PoolClient, tables: BackupHead['tables']): Promise<void> {
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
}

export async function setSequences(client: PoolClient, sequences: BackupHead['sequences']): Promise<void> {
  for (const { name, next } of sequences)
    await client.query('select setval(quote_ident($1)::regclass, $2::bigint, false)', [name, next]);
}

/** @returns the first table that has a row; null when the database is empty */
export async function firstFilledTable(client: PoolClient): Promise<string | null> {
  for (const { name } of await readTables(client)) {
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${quoted(name)}) as filled`);
    if (rows[0]?.filled === true) return name;
  }
  return null;
}
