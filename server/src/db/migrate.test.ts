import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeTestDatabase, testDatabase } from '../testing/database.ts';
import { MIGRATIONS_FOLDER, migrate } from './migrate.ts';
import { contentItem } from './tables.ts';

const database = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'academy-migrations-'));
cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of the migrations with one more at the end. */
function addMigration(tag: string, sql: string): void {
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  journal.entries.push({ tag });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, `${tag}.sql`), sql);
}

test('a database that is up to date is left alone', async () => {
  expect(await migrate(database.pool)).toEqual([]);
  expect(await database.db.select().from(contentItem)).toEqual([]);
});

test('two servers that start at once apply a new migration once', async () => {
  const own = await makeTestDatabase();
  addMigration('9999_more', 'create table more (id integer primary key);');
  const applied = await Promise.all([migrate(own.pool, folder), migrate(own.pool, folder)]);
  expect(applied.flat()).toEqual(['9999_more']);
  await expect(migrate(own.pool)).rejects.toMatchObject({
    message: expect.stringContaining('newer than this academy'),
    nextStep: expect.stringContaining('newer version'),
  });
  await own.close();
});

test('a migration that was changed after it had been applied is refused', async () => {
  const changed = mkdtempSync(join(tmpdir(), 'academy-migrations-'));
  cpSync(MIGRATIONS_FOLDER, changed, { recursive: true });
  writeFileSync(join(changed, '0000_start.sql'), 'select 1;');
  await expect(migrate(database.pool, changed)).rejects.toThrow('another migration 0000_start');
  rmSync(changed, { recursive: true });
});

test('a migration that fails leaves nothing behind', async () => {
  const own = await makeTestDatabase();
  const broken = mkdtempSync(join(tmpdir(), 'academy-migrations-'));
  cpSync(MIGRATIONS_FOLDER, broken, { recursive: true });
  const journal = join(broken, 'meta/_journal.json');
  const entries = (JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] }).entries;
  writeFileSync(journal, JSON.stringify({ entries: [...entries, { tag: '9998_broken' }] }));
  writeFileSync(join(broken, '9998_broken.sql'), 'create table half (id integer); select * from nowhere;');
  await expect(migrate(own.pool, broken)).rejects.toThrow('nowhere');
  const { rows } = await own.pool.query(`select to_regclass('half') as half`);
  expect(rows).toEqual([{ half: null }]);
  expect(await migrate(own.pool)).toEqual([]);
  await own.close();
  rmSync(broken, { recursive: true });
});
