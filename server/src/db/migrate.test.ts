import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeTestDatabase, testDatabase } from '../testing/database.ts';
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

test('a migration that fails leaves nothing behind', async () => {
  const own = await makeTestDatabase();
  const broken = withMigrations(['9998_broken', 'create table half (id integer); select * from nowhere;']);
  await expect(migrate(own.pool, broken)).rejects.toThrow('nowhere');
  const { rows } = await own.pool.query(`select to_regclass('half') as half`);
  expect(rows).toEqual([{ half: null }]);
  expect(await migrate(own.pool)).toEqual([]);
  await own.close();
});
