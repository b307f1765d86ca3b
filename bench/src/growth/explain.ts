import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '@academy/server/db/connect';

/** A table with more rows is not to be read from beginning to end. */
export const LARGE_TABLE_ROWS = 10_000;
/** Rows that may be read one after the other: those of a count that ends at 10,000, with some that are left out. */
const MAX_SCANNED_ROWS = 12_000;
/** Rows of a large table that a statement may find by an index: twice what pages and counts of tables reach. */
const MAX_FOUND_ROWS = 20_000;

/** A node of a plan, as `explain (format json)` writes it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** A statement as it was run. */
export interface Explained {
  text: string;
  /** Duration in the database, ms; measuring made it longer. */
  ms: number;
  plan: PlanNode;
}

/** A large table of which a statement read too much. */
export interface Scan {
  table: string;
  /** Rows that were read. */
  rows: number;
  /** Name of the plan's node, such as `Seq Scan`. */
  how: string;
}

/** Settings of the database's user under which every statement is logged with its plan. */
const SETTINGS: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  // Keys of other tables are checked and followed by statements of their own.
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '100',
};

/** Makes new connections log their plans, or stop doing so. */
export async function explainStatements(pool: Connection['pool'], on: boolean): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS))
    await pool.query(on ? `alter role academy set ${name} = '${value}'` : `alter role academy reset ${name}`);
  await pool.query(on ? `alter system set log_destination = 'jsonlog'` : 'alter system reset log_destination');
  await pool.query('select pg_reload_conf()');
}

/** Reads what PostgreSQL's log gained since the last time. */
export class PlanLog {
  readonly #folder: string;
  readonly #read = new Map<string, number>();

  /** @param directory of the database's files */
  constructor(directory: string) {
    this.#folder = join(directory, 'log');
    this.next();
  }

  /** The statements that ended since the last call. */
  next(): Explained[] {
    if (!existsSync(this.#folder)) return [];
    const names = readdirSync(this.#folder).filter((name) => name.endsWith('.json'));
    return names.sort().flatMap((name) => explainedIn(this.#gained(join(this.#folder, name))));
  }

  /** Whole new lines of a file. */
  #gained(file: string): string {
    const from = this.#read.get(file) ?? 0;
    const bytes = Buffer.alloc(Math.max(0, statSync(file).size - from));
    const handle = openSync(file, 'r');
    try {
      readSync(handle, bytes, 0, bytes.length, from);
    } finally {
      closeSync(handle);
    }
    const end = bytes.lastIndexOf(10) + 1;
    this.#read.set(file, from + end);
    return bytes.toString('utf8', 0, end);
  }
}

/** The explained statements of a log in JSON lines; other lines are passed over. */
export function explainedIn(log: string): Explained[] {
  return log.split('\n').flatMap((line) => {
    if (!line.includes('plan:')) return [];
    const { message } = JSON.parse(line) as { message: string };
    const [, ms, json] = /^duration: ([\d.]+) ms {2}plan:\n([\s\S]*)$/.exec(message) ?? [];
    if (json === undefined) return [];
    const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
    return [{ text, ms: Number(ms), plan }];
  });
}

/**
 * The large tables that a plan reads from beginning to end, or of which it reads many rows by an index, be it to count them
 * or to throw most of them away. A scan that ended early, after few rows, is none.
 *
 * @param sizes rows by table
 */
export function scansIn(plan: PlanNode, sizes: ReadonlyMap<string, number>): Scan[] {
  const below = (plan.Plans ?? []).flatMap((node) => scansIn(node, sizes));
  const table = plan['Relation Name'];
  const how = plan['Node Type'];
  if (!how.endsWith('Scan') || table === undefined) return below;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const rows = ((plan['Actual Rows'] ?? 0) + removed) * (plan['Actual Loops'] ?? 1);
  const max = how === 'Seq Scan' ? MAX_SCANNED_ROWS : MAX_FOUND_ROWS;
  const isLarge = (sizes.get(table) ?? 0) > LARGE_TABLE_ROWS && rows > max;
  return isLarge ? [...below, { table, rows: Math.round(rows), how }] : below;
}

/** Rows by table, as the database estimates them. */
export async function tableSizes(pool: Connection['pool']): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float8 as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, rows }) => [name, rows]));
}

/** The folder in which the database keeps its files. */
export async function databaseFolder(pool: Connection['pool']): Promise<string> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory');
  return rows[0]?.data_directory ?? '';
}
