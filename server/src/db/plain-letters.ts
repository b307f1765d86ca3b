import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A text without letter case and accents, by which people are searched and sorted. */
export const plainLetters = (text: SQLWrapper): SQL =>
  sql`regexp_replace(normalize(lower(${text}), NFD), '[\u0300-\u036f]', '', 'g')`;
