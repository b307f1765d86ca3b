import { currentLanguage, type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import { isUnspacedSign } from '@academy/contract/rules/search-words';
import { type SQL, sql } from 'drizzle-orm';
import { LEXEME_MARKS, LOCKED_BELOW, MIN_PART_LENGTH } from './entry-vectors.ts';
import type { Term } from './search-terms.ts';
import { TEXT_SEARCH } from './text-search.ts';

/** The words of a search as queries of text search. */
export interface SearchQueries {
  /** Of title, headings and summary. */
  head: SQL;
  /** Of title and summary, which everybody may see. */
  locked: SQL;
  /** Of all texts. */
  body: SQL;
  /** The words of `head` and, beside them, the filler words of the search: ranks what was found. */
  rank: SQL;
  /** Finds the entry whose title is the search text. */
  title: SQL;
}

interface Parts {
  /** The parts in which a word counts: A title, B headings, C summary, D text; '' all. */
  weights: string;
  /** Length from which on the word being typed also matches longer words. */
  shortest: number;
}

/** Incomplete words from this length on are searched in texts too; shorter ones occur in nearly every text. */
const MIN_BEGINNING_LENGTH = { alone: 3, behindOthers: 2 };
/** What an apostrophe cuts off: of "what's" or "isn't" the language's rules leave what is meant. */
const CONTRACTED: ReadonlySet<string> = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);
const NOTHING = sql`''::tsquery`;

/** The languages whose words a reader searches: the own one, and the original, in which the rest is written. */
const searchedLanguages = (): Language[] => [...new Set<Language>([ORIGINAL, currentLanguage()])];

/**
 * Queries for these terms. Words are letters and digits only (`searchWords`), and are quoted as bound values, so none of
 * them can be an operator.
 *
 * Filler words of a language ("the", "if") count only where a search has no others, in phrases, and in names such as
 * "I/O".
 *
 * @param allWords false: some of the terms outside of quotes are enough
 */
export function searchQueries(terms: readonly Term[], allWords: boolean): SearchQueries {
  const shortest = MIN_BEGINNING_LENGTH[terms.length === 1 ? 'alone' : 'behindOthers'];
  const words = terms.flatMap((term) => term.words);
  const head = queryOf(terms, allWords, { weights: '', shortest: 1 });
  const title = LEXEME_MARKS.title + words.join(' ') + LEXEME_MARKS.title;
  return {
    head,
    locked: queryOf(terms, allWords, { weights: 'AC', shortest: 1 }),
    body: queryOf(terms, allWords, { weights: '', shortest }),
    rank: any([head, ...words.map((word) => fillerLexeme(word, ''))]),
    title: sql`${`'${title}'`}::tsquery`,
  };
}

/**
 * Whether an entry has the phrases as they are spelled: those in quotes, and words of several signs without spaces, because
 * of a sign that occurs often PostgreSQL keeps the first positions only.
 *
 * @param locked in title and summary only
 */
export function hasPhrases(terms: readonly Term[], locked: boolean): SQL {
  const words = locked ? sql`split_part(words, ${LOCKED_BELOW}, 1)` : sql`words`;
  const phrases = terms
    .filter(isSpelled)
    .map((term) => sql`strpos(${words}, ${` ${term.words.join(' ')}${term.typing ? '' : ' '}`}) > 0`);
  return phrases.length === 0 ? sql`true` : sql`(${sql.join(phrases, sql` and `)})`;
}

/**
 * A query of one word, as the correction of misspelt words looks for it.
 *
 * @param word SQL of a word
 */
export function wordQuery(word: SQL, weights: string): SQL {
  const alone = (language: Language) =>
    sql`to_tsquery(${TEXT_SEARCH[language].configuration}::regconfig, quote_literal(${word}) || ${marksOf(false, weights)})`;
  const filler = sql`(${`'${LEXEME_MARKS.filler}`}::text || ${word} || ${`'${marksOf(false, weights)}`})::tsquery`;
  const inLanguages = searchedLanguages().flatMap((language) => [
    alone(language),
    ...partOfCompound(language, word, weights),
  ]);
  return any([...inLanguages, filler]);
}

/** Whether a word is a filler word of a language. @param word SQL of a word */
export const isFiller = (word: SQL, { stems }: { stems: string }): SQL => sql`ts_lexize(${stems}, ${word}) = '{}'`;

const isSpelled = ({ quoted, words }: Term) => quoted || (words.length > 1 && words.some(isUnspacedSign));

const joined = (queries: readonly SQL[], operator: SQL): SQL => sql`(${sql.join([...queries], operator)})`;
const any = (queries: readonly SQL[]) => joined(queries, sql` || `);
const all = (queries: readonly SQL[]) => joined(queries, sql` && `);

/** The query by the rules of each language: of one alone, or filler words of the other would be required. */
function queryOf(terms: readonly Term[], allWords: boolean, parts: Parts): SQL {
  const combine = (query: (term: Term) => SQL) => {
    if (allWords) return all(terms.map(query));
    const free = terms.filter((term) => !isSpelled(term)).map(query);
    return all([...(free.length === 0 ? [] : [any(free)]), ...terms.filter(isSpelled).map(query)]);
  };
  const inLanguage = (language: Language) =>
    sql`(select case when numnode(query) = 0 then ${combine((term) => spelledTerm(language, term, parts))} else query end
      from (select ${combine((term) => termIn(language, term, parts))} as query offset 0) as given)`;
  return any(searchedLanguages().map(inLanguage));
}

/** A term by the rules of a language; empty for filler words. */
function termIn(language: Language, term: Term, parts: Parts): SQL {
  const { words } = term;
  const [word = ''] = words;
  if (isSpelled(term)) return all(words.map((_, index) => spelledWord(language, term, index, parts)));
  if (words.length > 1 && !CONTRACTED.has(words.at(-1) ?? '')) return spelledTerm(language, term, parts);
  const isBeginning = (index: number) => isIncomplete(term, index, parts.shortest);
  if (words.length > 1) {
    const lexemes = words.map((next, index) => lexemeOf(next, marksOf(isBeginning(index), parts.weights)));
    return inConfiguration(language, lexemes.join(' <-> '));
  }
  const stem = inConfiguration(language, lexemeOf(word, marksOf(false, parts.weights)));
  const others = [
    ...(isBeginning(0) ? [beginning(word, parts)] : []),
    ...partOfCompound(language, sql`${word}::text`, parts.weights),
  ];
  if (others.length === 0) return stem;
  // After other words, "to" and "the" are filler words, not the beginning of a longer word.
  return sql`(case when numnode(${stem}) = 0 then ${NOTHING} else ${any([stem, ...others])} end)`;
}

/** The words of a term next to each other, filler words included. */
function spelledTerm(language: Language, term: Term, parts: Parts): SQL {
  return joined(
    term.words.map((_, index) => spelledWord(language, term, index, parts)),
    sql` <-> `,
  );
}

function spelledWord(language: Language, term: Term, index: number, parts: Parts): SQL {
  const word = term.words[index] ?? '';
  const filler = fillerLexeme(word, parts.weights);
  const stem = inConfiguration(language, lexemeOf(word, marksOf(false, parts.weights)));
  const one = sql`(case when ${isFiller(sql`${word}::text`, TEXT_SEARCH[language])} then ${filler} else ${stem} end)`;
  return isIncomplete(term, index, parts.shortest) ? any([one, beginning(word, parts)]) : one;
}

/** A word as a part of a longer one, of languages that write words together; empty for others. */
function partOfCompound(language: Language, word: SQL, weights: string): SQL[] {
  const { prefixes, stems } = TEXT_SEARCH[language];
  if (prefixes === null) return [];
  const stem = sql`coalesce((ts_lexize(${stems}, ${word}))[1], ${word})`;
  const marks = marksOf(true, weights);
  const [later, first, end] = [`'${LEXEME_MARKS.part}`, `'${marks} | '`, `'${marks}`];
  return [
    sql`(case when length(${word}) < ${MIN_PART_LENGTH} then ''
      else ${later}::text || ${stem} || ${first} || ${stem} || ${end} end)::tsquery`,
  ];
}

const inConfiguration = (language: Language, query: string) =>
  sql`to_tsquery(${TEXT_SEARCH[language].configuration}::regconfig, ${query})`;

const isIncomplete = ({ typing, words }: Term, index: number, shortest: number) =>
  typing && index === words.length - 1 && (words[index] ?? '').length >= shortest;

const marksOf = (isBeginning: boolean, weights: string) => {
  const marks = `${isBeginning ? '*' : ''}${weights}`;
  return marks === '' ? '' : `:${marks}`;
};
const lexemeOf = (word: string, marks: string) => `'${word}'${marks}`;
const beginning = (word: string, { weights }: Parts) => sql`${lexemeOf(word, marksOf(true, weights))}::tsquery`;
const fillerLexeme = (word: string, weights: string) =>
  sql`${lexemeOf(LEXEME_MARKS.filler + word, marksOf(false, weights))}::tsquery`;
