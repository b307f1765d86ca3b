import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Rows whose text is one of these. They are sent as one array: `inArray` makes a parameter for each, which cost a tenth of
 * an overlay with two hundred courses.
 */
export const anyOf = (text: SQLWrapper, values: readonly string[]): SQL =>
  sql`${text} = any(${sql.param(values)}::text[])`;
