import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Rows whose text is one of these. They are sent as one array: with a parameter for each of hundreds, as `inArray` does,
 * making the statement takes longer than running it.
 */
export const anyOf = (text: SQLWrapper, values: readonly string[]): SQL =>
  sql`${text} = any(${sql.param(values)}::text[])`;
