import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const MOST_WORDS = 10;

/**
 * Rows in which every word of a search occurs in one of the texts, in any letter case.
 *
 * @returns undefined for a search without words: all rows
 */
export function containing(search: string, texts: readonly SQLWrapper[]): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return and(
    ...words.slice(0, MOST_WORDS).map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
      return or(...texts.map((text) => sql`${text} ilike ${pattern}`));
    }),
  );
}
