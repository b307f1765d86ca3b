import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const MAX_WORDS = 10;

/**
 * Rows in which every word of a search occurs in one of the texts, in any letter case.
 *
 * @param has another condition under which a row has a word
 * @returns undefined for a search without words: all rows
 */
export function containing(
  search: string,
  texts: readonly SQLWrapper[],
  has?: (word: string) => SQL | undefined,
): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return and(
    ...words.slice(0, MAX_WORDS).map((word) => {
      return or(...texts.map((text) => sql`${text} ilike ${patternOf(word)}`), has?.(word));
    }),
  );
}

/** A pattern for texts that contain a word. */
const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
