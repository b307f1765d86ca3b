import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillWithPeople } from '@academy/server/backup/backup.fixture';
import { connect } from '@academy/server/db/connect';
import { type TestDatabase, testDatabase } from '@academy/server/testing/database';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-move-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const move = (to: string, { connectionString }: Pick<TestDatabase, 'connectionString'>) =>
  runCommand(folder, ['db', 'move', '--to', to, '--data', 'data'], { env: { DATABASE_URL: connectionString } });

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  await database.pool.query('drop schema public cascade');
  await database.pool.query('create schema public');
  return database;
}

test('everything moves into the data folder and back to a server, compared', async () => {
  const first = await testDatabase();
  const academyStops = () =>
    second.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      new URL(first.connectionString).pathname.slice(1),
    ]);
  const second = await emptyDatabase();
  await fillWithPeople(first.db);
  const there = await first.pool.query('select subject, first_name from person order by subject');
  // Connections of the test count as an academy that runs.
  expect(await move('folder', first)).toMatchObject({ code: 1, err: expect.stringContaining('An academy runs') });
  await academyStops();

  expect(await move('folder', first)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^Moved and compared: 310 rows in \d+ tables\. Start the academy without DATABASE_URL\.$/,
    ),
  });
  expect(await move('folder', first)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });

  expect(await move('server', second)).toMatchObject({ code: 0, out: expect.stringContaining('with DATABASE_URL') });
  const again = connect(second.connectionString);
  const { rows } = await again.pool.query('select subject, first_name from person order by subject');
  await again.close();
  expect(rows).toEqual(there.rows);
});

test('an operator brings the tables up to date before a new edition starts', async () => {
  const { connectionString, pool } = await emptyDatabase();
  const run = () => runCommand(folder, ['db', 'migrate', '--json'], { env: { DATABASE_URL: connectionString } });
  const both = await Promise.all([run(), run()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  const applied = both.flatMap(({ out }) => (JSON.parse(out) as { applied: string[] }).applied);
  const { rows } = await pool.query('select tag from academy_migration');
  expect(rows.length).toBeGreaterThan(20);
  expect(applied.toSorted()).toEqual(rows.map(({ tag }) => tag).toSorted());
  expect(await run()).toMatchObject({ code: 0, out: '{"applied":[]}' });
  expect(
    await runCommand(folder, ['db', 'migrate'], { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } }),
  ).toMatchObject({ code: 3, err: expect.stringContaining('Next: ') });
});

test('a direction and a server must be named', async () => {
  const somewhere = { connectionString: 'postgres://nobody@127.0.0.1:1/none' };
  expect(await move('elsewhere', somewhere)).toMatchObject({ code: 2 });
  expect(await runCommand(folder, ['db', 'move', '--to', 'server'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('DATABASE_URL is not set'),
  });
});
