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
  /** Code that knows this many migrations, counted from the first, runs with this one; 0: all code does. */
  leastKnown: number;
}

interface Applied {
  tag: string;
  hash: string;
  /** Undefined in a database of an edition that did not note it. */
  least_known?: number;
}

/**
 * The line of a migration that takes something away: the migration with which code stopped using it. Servers that know
 * that one go on, and start, with a database of the newer edition.
 */
const UNUSED_SINCE = /^-- Unused since: (\S+)$/m;

/**
 * Applies the pending migrations and returns their names, an empty list when the database is up to date. Each migration
 * is one transaction, so a killed start leaves whole steps only.
 *
 * @param most leaves out all but the first ones: for rows of an older edition
 * @throws StartProblem when a newer edition took away what this code uses, or when the database was migrated by changed
 * files. A newer edition that only added to the database is no reason: beside it, a server of this one may start anew.
 */
export async function migrate(
  pool: Pool,
  folder: string = MIGRATIONS_FOLDER,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const wanted = readMigrations(folder).slice(0, most);
  if (countApplied(wanted, await readApplied(pool)) >= wanted.length) return [];
  const applied: string[] = [];
  const client = await pool.connect();
  // No limit: another server's migration or the rewrite of a large table may take long.
  allowSilence(client, 0);
  try {
    await prepareTable(client);
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

/** In a transaction of its own: the lock that a changed table needs must not last as long as a migration. */
async function prepareTable(client: PoolClient): Promise<void> {
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await client.query(
      `create table if not exists academy_migration (
         tag text primary key, hash text not null, position integer not null, applied_at timestamptz not null default now()
       )`,
    );
    await client.query('alter table academy_migration add column if not exists least_known integer not null default 0');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function applyNext(client: PoolClient, wanted: readonly Migration[]): Promise<string | null> {
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    // A lock of the transaction works through a connection pooler as well.
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const position = countApplied(wanted, await readApplied(client));
    const next = wanted[position];
    if (next) {
      await client.query(next.sql);
      await client.query('insert into academy_migration (tag, hash, position, least_known) values ($1, $2, $3, $4)', [
        next.tag,
        next.hash,
        position,
        next.leastKnown,
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
  const tags = journal.entries.map(({ tag }) => tag);
  return tags.map((tag) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const [, unusedSince] = UNUSED_SINCE.exec(sql) ?? [];
    const leastKnown = unusedSince === undefined ? 0 : tags.indexOf(unusedSince) + 1;
    if (unusedSince !== undefined && leastKnown === 0)
      throw new Error(`${tag} names the migration ${unusedSince}, which does not exist`);
    return { tag, sql, leastKnown, hash: createHash('sha256').update(sql).digest('hex') };
  });
}

async function readApplied(client: Pool | PoolClient): Promise<Applied[]> {
  const known = await client.query<{ there: boolean }>(`select to_regclass('academy_migration') is not null as there`);
  if (!known.rows[0]?.there) return [];
  // Not by the names of the columns: a database of an older edition lacks one.
  return (await client.query<Applied>('select * from academy_migration order by position')).rows;
}

function countApplied(wanted: readonly Migration[], applied: readonly Applied[]): number {
  applied.forEach((row, index) => {
    const migration = wanted[index];
    if (!migration) {
      if (wanted.length >= (row.least_known ?? Number.POSITIVE_INFINITY)) return;
      throw new StartProblem(
        `The database is newer than this academy: its migration ${row.tag} took away what this version uses.`,
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
