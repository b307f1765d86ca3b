import type { Language } from '@academy/contract/i18n/languages';
import { type SQL, sql } from 'drizzle-orm';

interface TextSearch {
  configuration: string;
  /** Dictionary of word stems. */
  stems: string;
  /**
   * Of a language that writes several words as one: beginnings that are no words, such as `ver` in `verlaufen`. Null: the
   * language writes words apart.
   */
  prefixes: readonly string[] | null;
}

/** PostgreSQL's text search of each language. */
export const TEXT_SEARCH: Readonly<Record<Language, TextSearch>> = {
  en: { configuration: 'english', stems: 'english_stem', prefixes: null },
  de: {
    configuration: 'german',
    stems: 'german_stem',
    // biome-ignore format: a list of words
    prefixes: ['auf', 'aus', 'durch', 'ein', 'emp', 'ent', 'her', 'hin', 'miss', 'mit', 'uber', 'unter', 'ver', 'vor', 'weg', 'wieder', 'zer'],
  },
};

/** A value of each language, for the row whose column `language` names it. */
const ofRow = (value: (search: TextSearch) => SQL): SQL =>
  sql`(case language ${sql.join(
    Object.entries(TEXT_SEARCH).map(
      ([language, search]) => sql`when ${sql.raw(`'${language}'`)} then ${value(search)}`,
    ),
    sql` `,
  )} end)`;

/** The configuration of a row, by its column `language`. */
export const CONFIGURATION_OF_ROW: SQL = sql`${ofRow(({ configuration }) => sql.raw(`'${configuration}'`))}::regconfig`;

/** Whether a word is a filler word in the language of its row. Each dictionary is a constant: looking it up takes time. */
export const isFillerInRow = (word: SQL): SQL =>
  sql`${ofRow(({ stems }) => sql`ts_lexize(${sql.raw(`'${stems}'`)}, ${word})`)} = '{}'`;

/** The prefixes of a row's language as an array; null where words are written apart. */
export const PREFIXES_OF_ROW: SQL = ofRow(({ prefixes }) =>
  sql.raw(prefixes === null ? 'null' : `'{${prefixes.join()}}'::text[]`),
);
