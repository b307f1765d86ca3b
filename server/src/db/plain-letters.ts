import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A text by which people are found and ordered: letter case and accents make no difference. */
export const plainLetters = (text: SQLWrapper): SQL =>
  sql`regexp_replace(normalize(lower(${text}), NFD), '[\u0300-\u036f]', '', 'g')`;
