import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Rows that come after one in a list with the newest first, and the greatest id first among those of one moment. The
 * moment of that row is asked of the database: it stands there more exactly than a `Date` can hold.
 *
 * @param moment when a row came about
 * @param id its key, a column of the same table
 * @param last key of the row before them; null: all rows
 */
export function olderThan(moment: PgColumn, id: PgColumn, last: string | null): SQL | undefined {
  if (last === null) return undefined;
  const [momentName, idName] = [sql.identifier(moment.name), sql.identifier(id.name)];
  return sql`(${moment}, ${id}) < (
    select last.${momentName}, last.${idName} from ${moment.table} last where last.${idName} = ${last}
  )`;
}
