import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASED_EDITIONS } from '@academy/server/db/editions';
import { type Migration, readMigrationFiles } from '@academy/server/db/migration-file';
import { describeMigration, LARGE_TABLES, stepsOf } from '@academy/server/db/migration-steps';

export const UPGRADING = join(import.meta.dirname, '../docs/upgrading.md');
const BEGIN = '<!-- Migrations: made by node scripts/upgrading.ts -->';
const END = '<!-- End of migrations -->';

/** The page with the tables of migrations made anew; what stands above them is written by hand. */
export function upgradingPage(page: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/upgrading.md has no place for migrations: ${BEGIN} ... ${END}`);
  return `${page.slice(0, from)}${BEGIN}\n\n${tables().join('\n')}\n${page.slice(to)}`;
}

function tables(): string[] {
  const files = readMigrationFiles();
  let from = 0;
  const parts = RELEASED_EDITIONS.map(({ edition, lastMigration }) => {
    const to = files.findIndex(({ tag }) => tag === lastMigration) + 1;
    const part = { title: `### ${edition}`, migrations: files.slice(from, to) };
    from = to;
    return part;
  });
  return [...parts, { title: '### Not released yet', migrations: files.slice(from) }]
    .reverse()
    .flatMap(({ title, migrations }) => [title, '', ...tableOf(migrations), '']);
}

function tableOf(migrations: readonly Migration[]): string[] {
  if (migrations.length === 0) return ['None.'];
  return [
    '| Migration | What it does | Large tables that it locks | Two editions side by side |',
    '|---|---|---|---|',
    ...migrations.map(({ tag, sql, isOutside }) => {
      const steps = stepsOf(sql);
      const locked = steps.flatMap(({ table, cost }) =>
        table !== null && LARGE_TABLES.includes(table) && !['quick', 'beside'].includes(cost) ? [table] : [],
      );
      const about = `${describeMigration(sql)}${isOutside ? ' Runs beside reads and writes.' : ''}`;
      const names = [...new Set(locked)].map((table) => `\`${table}\``).join(', ');
      return `| \`${tag}\` | ${about} | ${names} | ${steps.some(({ isBreaking }) => isBreaking) ? 'no' : 'yes'} |`;
    }),
  ];
}

if (import.meta.main) writeFileSync(UPGRADING, upgradingPage(readFileSync(UPGRADING, 'utf8')));
