import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATIONS_FOLDER } from './migrate.ts';

/** The last migration before servers of two editions ran side by side. */
const LAST_BEFORE = '0027_figures.sql';

/** What breaks code of the former edition, which goes on while servers are restarted one after the other. */
const NARROWING: Readonly<Record<string, RegExp>> = {
  'takes away a table, a column or what its queries lean on': /\bdrop\s+(table|column|index|constraint|type|default)\b/,
  'renames something': /\brename\b/,
  'requires a value that older code does not write': /\bset\s+not\s+null\b/,
  'changes a type': /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/,
  'adds a required column without a default': /\badd\s+column\b(?![^;]*\b(default|generated)\b)[^;]*\bnot\s+null\b/,
};

/** What of a migration servers of the former edition cannot live with, unless it says since when nothing uses it. */
function narrowing(sql: string): string[] {
  if (/^-- Unused since: \S+$/m.test(sql)) return [];
  const statements = sql.replaceAll(/--.*$/gm, '').toLowerCase();
  return Object.entries(NARROWING).flatMap(([what, pattern]) => (pattern.test(statements) ? [what] : []));
}

it.each([
  'DROP TABLE "page_view";',
  'ALTER TABLE "person" DROP COLUMN "first_name";',
  'ALTER TABLE "person" RENAME COLUMN "email" TO "mail";',
  'ALTER TABLE "person" ALTER COLUMN "email" SET NOT NULL;',
  'ALTER TABLE "person" ALTER COLUMN "email" SET DATA TYPE varchar(10);',
  'ALTER TABLE "person" ADD COLUMN "age" integer NOT NULL;',
])('a migration that narrows is found: %s', (sql) => {
  expect(narrowing(sql)).toHaveLength(1);
  expect(narrowing(`-- Unused since: 0028_next\n${sql}`)).toEqual([]);
});

it('a migration that adds is fine', () => {
  expect(
    narrowing(`CREATE TABLE "more" ("id" uuid PRIMARY KEY, "name" text NOT NULL);--> statement-breakpoint
      ALTER TABLE "person" ADD COLUMN "age" integer;
      ALTER TABLE "person" ADD COLUMN "size" integer DEFAULT 0 NOT NULL;`),
  ).toEqual([]);
});

const files = readdirSync(MIGRATIONS_FOLDER).filter((file) => file.endsWith('.sql') && file > LAST_BEFORE);

it('every migration lets servers of the former edition go on', () => {
  const found = files.map((file) => [file, narrowing(readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8'))]);
  expect(found.filter(([, what]) => what?.length !== 0)).toEqual([]);
});
