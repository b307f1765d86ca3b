import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The committed migrations of this code. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../migrations');

/** First line of a migration whose statements run one by one, each in a transaction of its own. */
const OUTSIDE = /^-- outside a transaction\s*$/m;
/**
 * The line of a migration that takes something away: the migration with which code stopped using it. Servers that know
 * that one go on, and start, with a database of the newer edition.
 */
const UNUSED_SINCE = /^-- Unused since: (\S+)$/m;
/** The line of a migration outside a transaction that does nothing in a database without this extension. */
const EXTENSION = /^-- Only with the extension: (\S+)$/m;
const BREAKPOINT = '--> statement-breakpoint';

export interface Migration {
  /** Name of the file without its ending: `0027_figures`. */
  tag: string;
  /** SHA-256 of the file, hex. */
  hash: string;
  sql: string;
  /**
   * The statements run one by one outside a transaction, as `create index concurrently` must. Each is repeatable, because
   * a start that was killed halfway runs all of them again.
   */
  isOutside: boolean;
  /** Statements outside a transaction run only in databases that have this extension; null: in all. */
  extension: string | null;
  /** Code that knows this many migrations, counted from the first, runs with this one; 0: all code does. */
  leastKnown: number;
}

/**
 * The migrations of a folder in the order of its journal.
 *
 * @throws Error when a line at the top of one contradicts another, or names what does not exist
 */
export function readMigrationFiles(folder: string = MIGRATIONS_FOLDER): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const tags = journal.entries.map(({ tag }) => tag);
  return tags.map((tag) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const hash = createHash('sha256').update(sql).digest('hex');
    const extension = EXTENSION.exec(sql)?.[1] ?? null;
    if (extension !== null && !isOutside(sql))
      throw new Error(`${tag} depends on an extension, and does not say that it runs outside a transaction`);
    return { tag, sql, hash, isOutside: isOutside(sql), extension, leastKnown: leastKnownOf(tag, sql, tags) };
  });
}

/** @throws Error when the migration that it names does not exist */
function leastKnownOf(tag: string, sql: string, tags: readonly string[]): number {
  const [, unusedSince] = UNUSED_SINCE.exec(sql) ?? [];
  if (unusedSince === undefined) return 0;
  const leastKnown = tags.indexOf(unusedSince) + 1;
  if (leastKnown === 0) throw new Error(`${tag} names the migration ${unusedSince}, which does not exist`);
  return leastKnown;
}

/** Whether the first line says that the statements run outside a transaction. */
export const isOutside = (sql: string): boolean => OUTSIDE.test(sql.split('\n', 1)[0] ?? '');

/** The statements of a migration, without its comments. A file without breakpoints is split at semicolons. */
export function statementsOf(sql: string): string[] {
  const parts = sql
    .split(BREAKPOINT)
    .map((part) => part.replace(/^\s*--.*$/gm, '').trim())
    .filter((part) => part !== '');
  return parts
    .flatMap((part) => (/\$[a-z_]*\$/i.test(part) ? [part] : part.split(/;\s*(?:\n|$)/)))
    .map((part) => part.replace(/;\s*$/, '').trim())
    .filter((part) => part !== '');
}

/** The comment at the top of a migration: what it does, in the author's words; empty when there is none. */
export function commentOf(sql: string): string {
  const lines: string[] = [];
  for (const line of sql.split('\n')) {
    const [, text] = /^--(?!>)\s?(.*)$/.exec(line) ?? [];
    if (text === undefined) break;
    if (!OUTSIDE.test(line) && !EXTENSION.test(line)) lines.push(text.trim());
  }
  return lines.join(' ').trim();
}

/** Names of the indexes that a statement builds without blocking writes. */
export function concurrentIndexOf(statement: string): string | null {
  return (
    /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?([a-z_][a-z0-9_]*)"?/i.exec(
      statement,
    )?.[1] ?? null
  );
}
