import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * The UUID that a text is; null for any other text, such as the name that another provider gives a person. Comparing an
 * id with it uses the index of the id, which comparing the id as text cannot.
 */
export function uuidOfText(text: string | SQLWrapper): SQL {
  return sql`case when ${text}::text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::text::uuid end`;
}
