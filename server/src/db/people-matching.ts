import { and, type SQL, sql } from 'drizzle-orm';
import { plainLetters } from './plain-letters.ts';
import { person } from './tables.ts';

const MAX_WORDS = 10;

/**
 * People of a search, found by the index of trigrams: every word must be part of a name or of the address; one or two
 * letters must begin one. Letter case and accents make no difference.
 *
 * @returns undefined for a search without words: everybody
 */
export function peopleMatching(search: string): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return and(
    ...words.slice(0, MAX_WORDS).map((word) => {
      const begin = /^[\p{L}\p{N}]{1,2}$/u.test(word) ? '% ' : '%';
      const pattern = `${begin}${word.replace(/[\\%_]/g, '\\$&')}%`;
      return sql`${person.searchText} like ${plainLetters(sql`${pattern}::text`)}`;
    }),
  );
}
