import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Rows after a given one, newest first, and by descending id among equal moments. The moment of that row is read from
 * the database, where it is more precise than a `Date`.
 *
 * @param moment when a row was created
 * @param id its key, a column of the same table
 * @param last key of the last row of the previous page; null: all rows
 */
export function olderThan(moment: PgColumn, id: PgColumn, last: string | null): SQL | undefined {
  if (last === null) return undefined;
  const [momentName, idName] = [sql.identifier(moment.name), sql.identifier(id.name)];
  return sql`(${moment}, ${id}) < (
    select last.${momentName}, last.${idName} from ${moment.table} last where last.${idName} = ${last}
  )`;
}
