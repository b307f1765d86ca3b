import { type SQL, sql } from 'drizzle-orm';
import { CONFIGURATION_OF_ROW, isFillerInRow, PREFIXES_OF_ROW } from './text-search.ts';

/**
 * Marks of lexemes that are no stems: a filler word as it is spelled, the later part of a compound, and a whole title.
 * Words are letters and digits, so no stem begins with a mark.
 */
export const LEXEME_MARKS = { filler: '=', part: '~', title: '"' } as const;

/** Raised when entries are indexed in another way; entries of an earlier edition are indexed again. */
export const WORDS_EDITION = 1;

/** Shortest part of a compound, and shortest word before it. */
export const MIN_PART_LENGTH = 4;
export const MIN_LENGTH_BEFORE_PART = 3;
/** Most bytes of parts of compounds in one part of an entry: PostgreSQL takes a megabyte for all lexemes. */
const MAX_PART_BYTES = 200_000;
/** PostgreSQL refuses lexemes of 2,047 bytes and more. */
const MAX_TITLE_LENGTH = 2_000;
/** PostgreSQL's last position. */
const LAST_POSITION = 16_383;

const marked = (mark: string, word: SQL) => sql`'''' || ${sql.raw(`'${mark}'`)} || ${word} || ''':'`;

/** Between title with summary, which everybody may see, and the rest of an entry's words. */
export const LOCKED_BELOW = '\n\n';

/** The filler words among some words, as text of a `tsvector`; null for none. */
const fillers = (words: SQL) => sql`(
  select string_agg(${marked(LEXEME_MARKS.filler, sql`word`)} || least(place, ${LAST_POSITION}), ' ')
  from unnest(string_to_array(${words}, ' ')) with ordinality as given (word, place)
  where ${isFillerInRow(sql`word`)})`;

/** The later parts of compounds among some words, in the same form; null where words are written apart. */
const compoundParts = (words: SQL) => sql`(case when ${PREFIXES_OF_ROW} is null then null else (
  select string_agg(${marked(LEXEME_MARKS.part, sql`right(word, length)`)} || least(place, ${LAST_POSITION}), ' ')
  from (
    select word, place, sum((length(word) - 6) * (length(word) + 19) / 2) over (order by place) as bytes
    from unnest(string_to_array(${words}, ' ')) with ordinality as given (word, place) where word ~ '^[a-z]{7,30}$'
  ) as compound, generate_series(${MIN_PART_LENGTH}, length(word) - ${MIN_LENGTH_BEFORE_PART}) as length
  where bytes <= ${MAX_PART_BYTES} and left(word, -length) <> all (${PREFIXES_OF_ROW})
) end)`;

const part = (words: SQL, weight: 'A' | 'B' | 'C' | 'D') =>
  sql`setweight((to_tsvector(${CONFIGURATION_OF_ROW}, ${words})::text || concat(' ', ${fillers(words)}, ' ', ${compoundParts(words)}))::tsvector, ${sql.raw(`'${weight}'`)})`;

const title = sql`case when octet_length("titleWords") between 1 and ${MAX_TITLE_LENGTH}
  then (${marked(LEXEME_MARKS.title, sql`"titleWords" || ${sql.raw(`'${LEXEME_MARKS.title}'`)}`)} || '1')::tsvector else '' end`;

/**
 * Selects `head`, `document` and `words` of a row with `language` and the words of its parts. The vectors have the stems
 * of its language; the filler words that a language leaves out, marked; and the later parts of compounds. `words` are all
 * words as they are spelled, for phrases.
 */
export const ENTRY_VECTORS: SQL = sql`
  select head, head || ${part(sql`"textWords"`, 'D')} as document, words
  from (
    select ${part(sql`"titleWords"`, 'A')} || ${part(sql`"headingWords"`, 'B')} || ${part(sql`"summaryWords"`, 'C')}
        || setweight(${title}, 'A') as head,
      concat(' ', "titleWords", E' \n ', "summaryWords", ' ', ${LOCKED_BELOW}::text, ' ', "headingWords", E' \n ', "textWords", ' ') as words
    offset 0
  ) as of_head`;
