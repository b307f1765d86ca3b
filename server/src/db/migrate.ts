import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { StartProblem } from '../settings/start-problem.ts';
import { allowSilence } from './connect.ts';

/** The committed migrations of this code. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../migrations');

/** Lock held while a migration runs, so that two servers that start at once take turns. An arbitrary number. */
const ADVISORY_LOCK = 7_203_114_001;

interface Migration {
  tag: string;
  /** SHA-256 of the file, hex. */
  hash: string;
  sql: string;
}

/**
 * Applies the pending migrations and returns their names, an empty list when the database is up to date. Each migration
 * is one transaction, so a killed start leaves whole steps only.
 *
 * @param most leaves out all but the first ones: for rows of an older edition
 * @throws StartProblem when the database is newer than the code or was migrated by changed files.
 */
export async function migrate(
  pool: Pool,
  folder: string = MIGRATIONS_FOLDER,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const wanted = readMigrations(folder).slice(0, most);
  if (countApplied(wanted, await readApplied(pool)) === wanted.length) return [];
  const applied: string[] = [];
  const client = await pool.connect();
  // No limit: another server's migration or the rewrite of a large table may take long.
  allowSilence(client, 0);
  try {
    for (;;) {
      const tag = await applyNext(client, wanted);
      if (tag === null) return applied;
      applied.push(tag);
    }
  } finally {
    client.release(true);
  }
}

/** Names of the migrations that the next start applies. @throws StartProblem as `migrate` */
export async function pendingMigrations(pool: Pool, folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  const wanted = readMigrations(folder);
  return wanted.slice(countApplied(wanted, await readApplied(pool))).map(({ tag }) => tag);
}

async function applyNext(client: PoolClient, wanted: readonly Migration[]): Promise<string | null> {
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    // A lock of the transaction works through a connection pooler as well.
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await client.query(
      `create table if not exists academy_migration (
         tag text primary key, hash text not null, position integer not null, applied_at timestamptz not null default now()
       )`,
    );
    const position = countApplied(wanted, await readApplied(client));
    const next = wanted[position];
    if (next) {
      await client.query(next.sql);
      await client.query('insert into academy_migration (tag, hash, position) values ($1, $2, $3)', [
        next.tag,
        next.hash,
        position,
      ]);
    }
    await client.query('commit');
    return next?.tag ?? null;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    return { tag, sql, hash: createHash('sha256').update(sql).digest('hex') };
  });
}

async function readApplied(client: Pool | PoolClient): Promise<{ tag: string; hash: string }[]> {
  const known = await client.query<{ there: boolean }>(`select to_regclass('academy_migration') is not null as there`);
  if (!known.rows[0]?.there) return [];
  return (
    await client.query<{ tag: string; hash: string }>('select tag, hash from academy_migration order by position')
  ).rows;
}

function countApplied(wanted: readonly Migration[], applied: readonly { tag: string; hash: string }[]): number {
  applied.forEach((row, index) => {
    const migration = wanted[index];
    if (!migration) {
      throw new StartProblem(
        `The database is newer than this academy: it has the migration ${row.tag}, which this version does not know.`,
        'Start the newer version, or use another database or data folder.',
      );
    }
    if (migration.tag !== row.tag || migration.hash !== row.hash) {
      throw new StartProblem(
        `The database was made with another migration ${row.tag} than the one in this version.`,
        'Use the version that made it, or another database or data folder (--data).',
      );
    }
  });
  return applied.length;
}
