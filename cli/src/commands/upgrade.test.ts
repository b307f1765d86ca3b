import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RELEASED_EDITIONS } from '@academy/server/db/editions';
import { migrate } from '@academy/server/db/migrate';
import { readMigrationFiles } from '@academy/server/db/migration-file';
import { makeTestDatabase } from '@academy/server/testing/database';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runCommand } from '../testing/run-command.ts';
import { backupFinding, nodeFinding, settingFindings, type UpgradeReport } from '../upgrade/upgrade-check.ts';
import { planUpgrade } from '../upgrade/upgrade-plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ALL = readMigrationFiles().length;

/** A database of an older edition: the first migrations only. */
async function databaseOf(migrations: number) {
  const database = await makeTestDatabase();
  onTestFinished(() => database.close());
  if (migrations === ALL) return database;
  await database.pool.query('drop schema public cascade');
  await database.pool.query('create schema public');
  await migrate(database.pool, undefined, migrations);
  return database;
}

const check = ({ connectionString }: { connectionString: string }, more: readonly string[] = []) =>
  runCommand(folder, ['upgrade', '--check', '--data', folder, ...more], { env: { DATABASE_URL: connectionString } });

test('an operator reads what an upgrade would do, and nothing is changed', async () => {
  const old = await databaseOf(15);
  await old.pool.query(
    `insert into person (issuer, subject, email) select 'here', n::text, n || '@example.org' from generate_series(1, 20000) n`,
  );
  await old.pool.query('analyze person');
  const { code, out } = await check(old);
  expect(code).toBe(0);
  expect(out).toContain(
    `This edition: ${packageJson.version}. The database: before the first release (0014_messages).`,
  );
  expect(out).toMatch(/^ {2}0025_person_language: Adds person\.language\.$/m);
  expect(out).toMatch(/adds person\.search_text: 20,000 rows, about 0\.4 s, reads and writes wait/);
  expect(out).toMatch(/^Safe to roll, two editions side by side: yes$/m);
  expect(out).toMatch(/^ok {6} Node\.js: /m);
  expect(out).toMatch(/^ok {6} PostgreSQL: \d/m);
  expect(out).toMatch(/^warning {2}Backup: None is known in /m);
  const { rows } = await old.pool.query('select count(*)::int as applied from academy_migration');
  expect(rows).toEqual([{ applied: 15 }]);
});

test('programs read the same as JSON', async () => {
  const { code, out } = await check(await databaseOf(27), ['--json']);
  expect(code).toBe(0);
  const report = JSON.parse(out) as UpgradeReport;
  expect(report.pending[0]).toMatchObject({ tag: '0027_figures', isOutside: false, breaking: [] });
  expect(report.rolling).toEqual({ isSafe: true, because: [] });
});

test('a database of this edition has nothing pending', async () => {
  const { out } = await check(await databaseOf(ALL));
  expect(out).toContain('No migration is pending.');
});

test('a database from which a newer edition took something away is refused', async () => {
  const newer = await databaseOf(ALL);
  await newer.pool.query(
    `insert into academy_migration (tag, hash, position, least_known) values ('9999_later', 'x', 9999, 9999)`,
  );
  expect(await check(newer)).toMatchObject({ code: 1, err: expect.stringContaining('newer than this academy') });
});

test('an unreachable database has an exit status of its own', async () => {
  const away = await check({ connectionString: 'postgres://academy@127.0.0.1:1/academy' });
  expect(away).toMatchObject({ code: 3, err: expect.stringContaining('nothing listens') });
  expect(await runCommand(folder, ['upgrade'])).toMatchObject({ code: 2, err: expect.stringContaining('--check') });
});

test('long steps are estimated, and those that break the older edition named', () => {
  const sql = 'alter table "person" drop column "language";--> statement-breakpoint\ncreate index i on person (email);';
  const sizes = new Map([['person', { rows: 2_500_000, bytes: 4_000_000_000 }]]);
  expect(
    planUpgrade([{ tag: '9999_x', sql, hash: '', isOutside: false, extension: null, leastKnown: 0 }], sizes),
  ).toMatchObject([
    {
      breaking: ['drops person.language'],
      steps: [{ about: 'builds the index i', cost: 'writes', rows: 2_500_000, seconds: 10, bytes: 2_000_000_000 }],
    },
  ]);
});

test('a setting that was renamed or removed is named before the upgrade', () => {
  const former = [
    { name: 'ACADEMY_OLD', since: '0.2.0', now: 'ACADEMY_NEW' },
    { name: 'ACADEMY_GONE', since: '0.3.0', now: null },
  ];
  expect(settingFindings({ ACADEMY_OLD: '1', ACADEMY_GONE_FILE: '/x' }, former)).toMatchObject([
    { state: 'wrong', said: 'ACADEMY_OLD is not read since 0.2.0.', nextStep: 'Set ACADEMY_NEW in its place.' },
    { state: 'wrong', said: 'ACADEMY_GONE is not read since 0.3.0.' },
  ]);
  expect(settingFindings({}, former)).toMatchObject([{ state: 'well' }]);
});

test('the age of the newest backup is known from its folder', () => {
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  const now = Date.now();
  for (const [name, hours] of [
    ['academy-2030-05-01T02-00-00Z.tar.gz', 50],
    ['academy-2030-05-03T02-00-00Z.tar.gz.age', 30],
    ['academy-2030-05-04T02-00-00Z.tar.gz.part', 0],
  ] as const) {
    writeFileSync(join(backups, name), '');
    utimesSync(join(backups, name), new Date(now), new Date(now - hours * 3_600_000));
  }
  expect(backupFinding(backups, true, now)).toMatchObject({ state: 'warning', said: expect.stringContaining('30 h') });
  expect(backupFinding(backups, true, now - 20 * 3_600_000)).toMatchObject({ state: 'well' });
});

test('a variable that nothing reads is named as well', async () => {
  const { connectionString } = await databaseOf(ALL);
  const env = { DATABASE_URL: connectionString, ACADEMY_OF_ANOTHER_KIND: '1' };
  const { code, out } = await runCommand(folder, ['upgrade', '--check', '--data', folder], { env });
  expect(code).toBe(0);
  expect(out).toMatch(/^warning {2}Settings: ACADEMY_OF_ANOTHER_KIND is no setting, and nothing reads it\.$/m);
});

test('a Node.js that is too old is wrong', () => {
  expect(nodeFinding('22.11.0')).toMatchObject({ state: 'wrong' });
  expect(nodeFinding('24.0.0')).toMatchObject({ state: 'well' });
});

test('released editions are in the order of their migrations', () => {
  const tags = readMigrationFiles().map(({ tag }) => tag);
  const places = RELEASED_EDITIONS.map(({ lastMigration }) => tags.indexOf(lastMigration));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
