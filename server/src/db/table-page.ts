import { TABLE_ENTRIES_MAX } from '@academy/contract/constants';
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Queries } from './transaction.ts';

export interface TablePage {
  /** From 0. */
  pageNumber: number;
  pageSize: number;
}

/**
 * Where a page of a table begins and how many rows it has. Pages reach `TABLE_ENTRIES_MAX` rows, so that the last one
 * skips no more than that; exports, which go on after the row before, have all.
 */
export function rowsOfPage({ pageNumber, pageSize }: TablePage): { offset: number; limit: number } {
  const offset = Math.min(pageNumber * pageSize, TABLE_ENTRIES_MAX);
  return { offset, limit: Math.min(pageSize, TABLE_ENTRIES_MAX - offset) };
}

/** How many rows a query has, `TABLE_ENTRIES_MAX` at most: counting millions takes longer than reading a page of them. */
export async function countForTable(queries: Queries, rows: SQLWrapper): Promise<number> {
  const counted = await queries.execute<{ total: number }>(
    sql`select count(*)::int as total from (select from ${rows} every_row limit ${TABLE_ENTRIES_MAX}) reached`,
  );
  return counted.rows[0]?.total ?? 0;
}

/** What a query selects that is only counted. */
export const ONE = { one: sql`1` };
