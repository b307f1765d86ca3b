import { setTimeout } from 'node:timers/promises';
import { Client, type Pool, type PoolClient } from 'pg';
import { StartProblem } from '../settings/start-problem.ts';
import { allowSilence } from './connect.ts';
import {
  concurrentIndexOf,
  MIGRATIONS_FOLDER,
  type Migration,
  readMigrationFiles,
  statementsOf,
} from './migration-file.ts';

export { MIGRATIONS_FOLDER };

/** Lock held while a migration runs, so that two servers that start at once take turns. An arbitrary number. */
const ADVISORY_LOCK = 7_203_114_001;
/** Another server migrates: this one looks again after this long, ms. */
const TURN_MS = 250;
/** Pauses between attempts to lock a busy table, ms: the first, and the longest. */
const PAUSE_MS = { first: 250, max: 5_000 };
/** PostgreSQL's codes for a lock that was not given in time, and for a deadlock. */
const BUSY = ['55P03', '40P01'];

export interface MigrateLimits {
  /**
   * Longest wait for one lock, ms. Readers and writers queue behind a migration that waits for a lock, so it gives up
   * soon, lets them through, and tries again.
   */
  lockMs?: number;
  /** Gives up when the locks were not given within this time, ms. */
  busyMs?: number;
}

interface Applied {
  tag: string;
  hash: string;
  /** Undefined in a database of an edition that did not note it. */
  least_known?: number;
}

/**
 * Applies the pending migrations and returns their names, an empty list when the database is up to date. Each migration
 * is one transaction, so a killed start leaves whole steps only. One that is marked as outside a transaction runs
 * statement by statement, and starts over when it was interrupted.
 *
 * @param max leaves out all but the first ones: for rows of an older edition
 * @throws StartProblem when a newer edition took away what this code uses, when the database was migrated by changed
 * files, or when a table stays locked. A newer edition that only added to the database is no reason: beside it, a server
 * of this one may start anew.
 */
export async function migrate(
  pool: Pool,
  folder: string = MIGRATIONS_FOLDER,
  max = Number.POSITIVE_INFINITY,
  { lockMs = 500, busyMs = 600_000 }: MigrateLimits = {},
): Promise<string[]> {
  const wanted = readMigrationFiles(folder).slice(0, max);
  if (countApplied(wanted, await readApplied(pool)) === wanted.length) return [];
  const applied: string[] = [];
  const client = await pool.connect();
  // No limit: another server's migration or the rewrite of a large table may take long.
  allowSilence(client, 0);
  try {
    await withRetries(() => prepareTable(client, lockMs), busyMs);
    for (;;) {
      const tag = await withRetries(() => applyNext(client, pool, wanted, lockMs), busyMs);
      if (tag === null) return applied;
      applied.push(tag);
    }
  } finally {
    client.release(true);
  }
}

/** Migrations that the next start applies. @throws StartProblem as `migrate` */
export async function pendingFiles(pool: Pool, folder: string = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const wanted = readMigrationFiles(folder);
  return wanted.slice(countApplied(wanted, await readApplied(pool)));
}

/** Names of the migrations that the next start applies. @throws StartProblem as `migrate` */
export async function pendingMigrations(pool: Pool, folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  return (await pendingFiles(pool, folder)).map(({ tag }) => tag);
}

/** Names of the migrations that a database has, oldest first. */
export const appliedMigrations = async (pool: Pool): Promise<string[]> =>
  (await readApplied(pool)).map(({ tag }) => tag);

/** Repeats an attempt that found a table locked. Nothing of such an attempt is kept. */
async function withRetries<T>(attempt: () => Promise<T>, busyMs: number): Promise<T> {
  const began = performance.now();
  let pause = PAUSE_MS.first;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!BUSY.includes(String((error as { code?: unknown }).code))) throw error;
      if (performance.now() - began > busyMs)
        throw new StartProblem(
          `The database cannot be brought up to date: long transactions have held its tables for ${Math.round(busyMs / 1000)} s.`,
          'End them ("select pid, query from pg_stat_activity where state <> \'idle\' order by xact_start" lists them), then start again.',
          { cause: error },
        );
      await setTimeout(pause);
      pause = Math.min(2 * pause, PAUSE_MS.max);
    }
  }
}

/** In a transaction of its own: the lock that a changed table needs must not last as long as a migration. */
async function prepareTable(client: PoolClient, lockMs: number): Promise<void> {
  await beginTurn(client);
  try {
    await client.query(`set local lock_timeout = ${lockMs}`);
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

async function applyNext(
  client: PoolClient,
  pool: Pool,
  wanted: readonly Migration[],
  lockMs: number,
): Promise<string | null> {
  await beginTurn(client);
  try {
    const position = countApplied(wanted, await readApplied(client));
    const next = wanted[position];
    if (next?.isOutside === true) {
      // Meanwhile this transaction holds its lock and waits between statements, without a snapshot: building an index
      // beside writes would wait for one.
      await runOutside(pool, next, lockMs);
    } else if (next) {
      await client.query(`set local lock_timeout = ${lockMs}`);
      await client.query(next.sql);
    }
    if (next)
      await client.query('insert into academy_migration (tag, hash, position, least_known) values ($1, $2, $3, $4)', [
        next.tag,
        next.hash,
        position,
        next.leastKnown,
      ]);
    await client.query('commit');
    return next?.tag ?? null;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Begins a transaction that holds the lock of migrations; one of a transaction works through a connection pooler as well.
 * A server that waits asks again and again: within a waiting statement its snapshot would hold up the other one's indexes.
 */
async function beginTurn(client: PoolClient): Promise<void> {
  for (;;) {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_xact_lock($1) as got', [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.got === true) return;
    await client.query('rollback');
    await setTimeout(TURN_MS);
  }
}

/**
 * Runs statements one by one on a connection beside the pool, which may have no further one.
 *
 * @throws Error when an index was not completed
 */
async function runOutside(pool: Pool, { tag, sql, extension }: Migration, lockMs: number): Promise<void> {
  const client = new Client(pool.options);
  // A lost connection fails the statement; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    if (extension !== null && !(await hasExtension(client, extension))) return;
    for (const statement of statementsOf(sql)) {
      const index = concurrentIndexOf(statement);
      // An index that is built beside writes waits for their transactions, and blocks no statement.
      await client.query(`set lock_timeout = ${index === null ? lockMs : 0}`);
      if (index !== null && (await isIncomplete(client, index)))
        await client.query(`drop index concurrently "${index}"`);
      await client.query(statement);
      if (index !== null && (await isIncomplete(client, index)))
        throw new Error(`migration ${tag}: the index ${index} was not completed`);
    }
  } finally {
    await client.end();
  }
}

/** Whether an index exists whose building was interrupted. */
async function isIncomplete(client: Client, index: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    `"${index}"`,
  ]);
  return rows.length > 0;
}

async function hasExtension(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_extension where extname = $1', [name]);
  return rows.length > 0;
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
