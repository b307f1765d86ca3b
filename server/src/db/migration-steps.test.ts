import { describe, expect, test } from 'vitest';
import { makeTestDatabase } from '../testing/database.ts';
import { readMigrationFiles, statementsOf } from './migration-file.ts';
import { describeMigration, LARGE_TABLES, migrationProblems, stepsOf } from './migration-steps.ts';

/** The last migration that was written before locks were looked at; applied ones cannot change. */
const LAST_UNCHECKED = '0027_figures';

describe('a step of a migration', () => {
  test.each([
    ['alter table "person" add column "language" text', 'adds person.language', 'quick'],
    ['alter table person add column n integer default 0 not null', 'adds person.n', 'quick'],
    ['alter table person add column at timestamptz default now() not null', 'adds person.at', 'quick'],
    ['alter table person add column id2 uuid default gen_random_uuid()', 'adds person.id2', 'rewrite'],
    ['alter table person add column k text generated always as (lower(email)) stored', 'adds person.k', 'rewrite'],
    ['create index "a" on "person" using btree ("b")', 'builds the index a', 'writes'],
    ['create unique index concurrently if not exists a on public.person (b)', 'builds the index a', 'beside'],
    ['alter table person add constraint c foreign key (a) references b (a)', 'adds the rule c', 'writes'],
    ['alter table person add constraint c check (a > 0) not valid', 'adds the rule c', 'quick'],
    ['alter table person validate constraint c', 'checks the rule c', 'beside'],
    ['alter table person alter column a set not null', 'makes person.a required', 'all'],
    ['alter table person alter column a type bigint', 'changes the type of person.a', 'rewrite'],
    ['update person set a = 1', 'updates person', 'rows'],
    ['drop table person', 'drops person', 'quick'],
  ])('%s', (sql, about, cost) => {
    expect(stepsOf(sql)).toMatchObject([{ about, cost }]);
  });

  test('on a table that the same migration creates is quick', () => {
    const sql = 'create table fresh (a integer);--> statement-breakpoint\ncreate index i on fresh (a);';
    expect(stepsOf(sql).map(({ cost }) => cost)).toEqual(['quick', 'quick']);
  });

  test.each([
    ['alter table person drop column a', true],
    ['alter table person rename column a to b', true],
    ['alter table person alter column a set not null', true],
    ['drop table person', true],
    ['alter table person add column a text', false],
    ['drop index a', false],
  ])('that servers of the edition before cannot work with is known: %s', (sql, isBreaking) => {
    expect(stepsOf(sql).map((step) => step.isBreaking)).toEqual([isBreaking]);
  });
});

test('every statement of every migration is understood', () => {
  const unknown = readMigrationFiles().flatMap(({ tag, sql }) =>
    stepsOf(sql)
      .filter(({ about }) => about.startsWith('runs '))
      .map(({ about }) => `${tag}: ${about}`),
  );
  // A function, and indexes of a table that has a few thousand words.
  expect(unknown.map((one) => one.replace(/ runs.*/, ''))).toEqual(['0004_search:', '0005_search_spellings_at_once:']);
});

test('a migration is described by the comment at its top, else by its steps', () => {
  expect(describeMigration('-- outside a transaction\n-- Finds people\n-- by language.\nselect 1;')).toBe(
    'Finds people by language.',
  );
  expect(describeMigration('alter table "person" add column "language" text;')).toBe('Adds person.language.');
});

describe('a new migration', () => {
  test.each([
    ['create index i on progress_event (at);', 'builds the index i, which locks progress_event'],
    ['alter table favorite alter column kind set not null;', 'makes favorite.kind required, which locks favorite'],
    ['create index concurrently i on favorite (kind);', 'begin the file with "-- outside a transaction"'],
  ])('is refused when it locks a large table: %s', (sql, problem) => {
    expect(migrationProblems(sql, false)).toEqual([expect.stringContaining(problem)]);
  });

  test('may lock a large table for a reason that it gives', () => {
    const sql = '-- locks favorite: nobody has rows of this kind yet\ncreate index i on favorite (kind);';
    expect(migrationProblems(sql, false)).toEqual([]);
  });

  test('repeats each statement that runs outside a transaction', () => {
    const sql = '-- outside a transaction\ncreate index concurrently i on favorite (kind);';
    expect(migrationProblems(sql, true)).toEqual([expect.stringContaining('cannot be repeated')]);
    expect(migrationProblems(sql.replace('concurrently', 'concurrently if not exists'), true)).toEqual([]);
  });

  // Shows security#two-editions
  test('holds no lock that a million rows would feel', () => {
    const files = readMigrationFiles();
    const checked = files.slice(files.findIndex(({ tag }) => tag === LAST_UNCHECKED) + 1);
    expect(checked.length).toBeLessThan(files.length);
    expect(
      checked.flatMap(({ tag, sql, isOutside }) => migrationProblems(sql, isOutside).map((one) => `${tag}: ${one}`)),
    ).toEqual([]);
  });
});

test('each large table exists, and is empty in a new academy', async () => {
  const { pool, close } = await makeTestDatabase();
  for (const table of LARGE_TABLES)
    expect((await pool.query(`select count(*)::int as rows from "${table}"`)).rows).toEqual([{ rows: 0 }]);
  await close();
});

test('statements are split at breakpoints, or at semicolons', () => {
  expect(statementsOf('select 1;\n--> statement-breakpoint\n-- about\nselect 2')).toEqual(['select 1', 'select 2']);
  expect(statementsOf('select 1;\nselect 2;')).toEqual(['select 1', 'select 2']);
});
