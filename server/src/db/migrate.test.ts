import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase, type TestDatabase, testDatabase } from '../testing/database.ts';
import { MIGRATIONS_FOLDER, migrate, pendingMigrations } from './migrate.ts';
import { contentItem } from './tables.ts';

const database = await testDatabase();
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => void rmSync(folder, { recursive: true })));

type Extra = readonly [tag: string, sql: string];

/** A copy of the migrations with some more at the end. */
function withMigrations(...more: Extra[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-migrations-'));
  folders.push(folder);
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  writeFileSync(file, JSON.stringify({ entries: [...entries, ...more.map(([tag]) => ({ tag }))] }));
  for (const [tag, sql] of more) writeFileSync(join(folder, `${tag}.sql`), sql);
  return folder;
}

test('a database that is up to date is left alone', async () => {
  expect(await migrate(database.pool)).toEqual([]);
  expect(await database.db.select().from(contentItem)).toEqual([]);
});

test('two servers that start at once apply a new migration once', async () => {
  const own = await makeTestDatabase();
  const folder = withMigrations(['9999_more', 'create table more (id integer primary key);']);
  const applied = await Promise.all([migrate(own.pool, folder), migrate(own.pool, folder)]);
  expect(applied.flat()).toEqual(['9999_more']);
  await own.close();
});

test('a server starts again beside a newer one that only added to the database', async () => {
  const own = await makeTestDatabase();
  const newer = withMigrations(['9997_added', 'create table added (id integer primary key);']);
  expect(await migrate(own.pool, newer)).toEqual(['9997_added']);
  expect(await migrate(own.pool)).toEqual([]);
  expect(await pendingMigrations(own.pool)).toEqual([]);
  await own.close();
});

test('a server is refused where a newer one took away what it uses', async () => {
  const own = await makeTestDatabase();
  const adds: Extra = ['9997_added', 'create table added (id integer primary key);'];
  const removes: Extra = ['9998_removed', '-- Unused since: 9997_added\ndrop table page_view;'];
  await migrate(own.pool, withMigrations(adds, removes));
  // The edition between has stopped using it: it starts beside the newest one.
  expect(await migrate(own.pool, withMigrations(adds))).toEqual([]);
  await expect(migrate(own.pool)).rejects.toMatchObject({
    message: expect.stringContaining('newer than this academy'),
    nextStep: expect.stringContaining('newer version'),
  });
  await own.close();
});

test('a migration that was changed after it had been applied is refused', async () => {
  const changed = withMigrations();
  writeFileSync(join(changed, '0000_start.sql'), 'select 1;');
  await expect(migrate(database.pool, changed)).rejects.toThrow('another migration 0000_start');
});

async function ownDatabase() {
  const own = await makeTestDatabase();
  onTestFinished(() => own.close());
  return own;
}

/** Begins a transaction on a connection of its own, as a long report does. */
async function aTransaction({ pool }: TestDatabase, statement: string) {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(statement);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

test('a migration that fails leaves nothing behind', async () => {
  const own = await ownDatabase();
  const broken = withMigrations(['9998_broken', 'create table half (id integer); select * from nowhere;']);
  await expect(migrate(own.pool, broken)).rejects.toThrow('nowhere');
  const { rows } = await own.pool.query(`select to_regclass('half') as half`);
  expect(rows).toEqual([{ half: null }]);
  expect(await migrate(own.pool)).toEqual([]);
});

const INDEX = 'create index concurrently if not exists favorite_kind on favorite (kind);';
const indexOf = async ({ pool }: TestDatabase) =>
  (await pool.query(`select indisvalid as valid from pg_index where indexrelid = to_regclass('favorite_kind')`)).rows;

test('an index outside a transaction is built beside open writes', async () => {
  const own = await ownDatabase();
  const end = await aTransaction(own, `insert into favorite values (gen_random_uuid(), 'spring', 'course', 'a')`);
  const migrating = migrate(own.pool, withMigrations(['9997_index', `-- outside a transaction\n${INDEX}`]));
  await expect.poll(() => indexOf(own)).toEqual([{ valid: false }]);
  await own.pool.query(`insert into favorite values (gen_random_uuid(), 'spring', 'course', 'b')`);
  await end();
  expect(await migrating).toEqual(['9997_index']);
  expect(await indexOf(own)).toEqual([{ valid: true }]);
});

test('two servers that start at once build an index once', async () => {
  const own = await ownDatabase();
  const folder = withMigrations(['9997_index', `-- outside a transaction\n${INDEX}`]);
  const applied = await Promise.all([migrate(own.pool, folder), migrate(own.pool, folder)]);
  expect(applied.flat()).toEqual(['9997_index']);
  expect(await indexOf(own)).toEqual([{ valid: true }]);
});

test('an index of an extension that the database does not have is left out', async () => {
  const own = await ownDatabase();
  const sql = `-- outside a transaction\n-- Only with the extension: pg_trgm
    create index concurrently if not exists favorite_kind on favorite using gin (kind gin_trgm_ops);`;
  await own.pool.query('drop extension pg_trgm cascade');
  expect(await migrate(own.pool, withMigrations(['9996_index', sql]))).toEqual(['9996_index']);
  expect(await indexOf(own)).toEqual([]);
  await own.pool.query('create extension pg_trgm');
  expect(await migrate(own.pool, withMigrations(['9996_index', sql], ['9997_index', sql]))).toEqual(['9997_index']);
  expect(await indexOf(own)).toEqual([{ valid: true }]);
});

test('a migration in a transaction cannot depend on an extension', async () => {
  const folder = withMigrations(['9997_index', '-- Only with the extension: pg_trgm\nselect 1;']);
  await expect(migrate(database.pool, folder)).rejects.toThrow('outside a transaction');
});

// Shows security#two-editions
test('a start that was killed while it built an index is repeated', async () => {
  const own = await ownDatabase();
  const folder = withMigrations(['9997_index', `-- outside a transaction\n${INDEX}`]);
  const end = await aTransaction(own, `insert into favorite values (gen_random_uuid(), 'spring', 'course', 'a')`);
  const killed = migrate(own.pool, folder).catch((error: unknown) => error);
  await expect.poll(() => indexOf(own)).toEqual([{ valid: false }]);
  await own.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'create index concurrently%' and pid <> pg_backend_pid()`,
  );
  expect(await killed).toBeInstanceOf(Error);
  await end();
  expect(await migrate(own.pool, folder)).toEqual(['9997_index']);
  expect(await indexOf(own)).toEqual([{ valid: true }]);
});

/** Migrations of this database that wait for a table. */
const WAITING = `select from pg_locks where not granted and mode = 'AccessExclusiveLock'
  and database = (select oid from pg_database where datname = current_database())`;

test('readers go on while a migration waits for a table', async () => {
  const own = await ownDatabase();
  const end = await aTransaction(own, 'select from favorite');
  const folder = withMigrations(['9996_column', 'alter table favorite add column note text;']);
  const migrating = migrate(own.pool, folder, undefined, { lockMs: 100 });
  // By then the migration waits for the table, and further readers queue behind it.
  await expect.poll(async () => (await own.pool.query(WAITING)).rowCount).toBeGreaterThan(0);
  const began = performance.now();
  await own.pool.query('select from favorite');
  expect(performance.now() - began).toBeLessThan(1_000);
  await end();
  expect(await migrating).toEqual(['9996_column']);
});

test('a table that stays locked ends the start with a next step', async () => {
  const own = await ownDatabase();
  const end = await aTransaction(own, 'select from favorite');
  const folder = withMigrations(['9996_column', 'alter table favorite add column note text;']);
  await expect(migrate(own.pool, folder, undefined, { lockMs: 20, busyMs: 50 })).rejects.toMatchObject({
    message: expect.stringContaining('long transactions have held its tables'),
    nextStep: expect.stringContaining('pg_stat_activity'),
  });
  await end();
  expect(await migrate(own.pool, folder)).toEqual(['9996_column']);
});
