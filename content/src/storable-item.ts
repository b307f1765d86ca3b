import { ORIGINAL } from '@academy/contract/i18n/languages';
import { searchWords } from '@academy/contract/rules/search-words';
import type { BuildResult, BuiltItem, SearchEntry } from './built-item.ts';
import { type FileUse, fileUses } from './file-uses.ts';

/**
 * A built item in the form in which it is stored. Fields that publishing needs are values; everything large is JSON in
 * bytes, which is sent to the database unchanged, so that storing never iterates over the texts.
 */
export interface StorableItem extends Pick<BuiltItem, 'kind' | 'id' | 'slug' | 'title' | 'status' | 'sortOrder'> {
  /** JSON of the item's `data`. */
  data: Uint8Array<ArrayBuffer>;
  /** JSON of the item's `body`; `{}` for kinds without one. */
  body: Uint8Array<ArrayBuffer>;
  /** JSON of titles and `data` in other languages, by language. */
  translations: Uint8Array<ArrayBuffer>;
  /** JSON of bodies in other languages, by language. */
  translatedBodies: Uint8Array<ArrayBuffer>;
  /** Of a course, in order. */
  lessonIds: string[];
  /** Id and slug of each lesson of a course that has an address; modules and drafts have none. */
  lessonSlugs: (readonly [string, string])[];
  /** JSON arrays of `BuiltLesson`, together all lessons of a course in order. */
  lessons: Uint8Array<ArrayBuffer>[];
  /** JSON arrays of `SearchEntry`, each with the words of its texts. */
  search: Uint8Array<ArrayBuffer>[];
  /** The files that its texts use. */
  files: FileUse[];
  /** JSON array of the distinct words in the search index, for the correction of misspelt words. */
  vocabulary: Uint8Array<ArrayBuffer>;
}

/** The indexed words of an entry's texts. Bounded, because PostgreSQL takes at most a megabyte of words. */
export interface EntryWords {
  titleWords: string;
  headingWords: string;
  summaryWords: string;
  textWords: string;
}

type Built = Extract<BuildResult, { refused: false }>;
type Refused = Extract<BuildResult, { refused: true }>;

/** A build result that is ready to be stored. Links are for the author's checks and are left out. */
export type StorableResult =
  | (Pick<Built, 'refused' | 'assets' | 'findings' | 'sourceHash'> & { item: StorableItem })
  | Refused;

/** Characters of one piece: between two pieces the sender can do other work. A larger row stands alone. */
const PIECE_LENGTH = 256 * 1024;

const encoder = new TextEncoder();

/** Serialises the large fields to JSON. Takes time in proportion to the texts, so it belongs in a worker. */
export function storable(result: BuildResult): StorableResult {
  if (result.refused) return result;
  const { refused, item, assets, findings, sourceHash } = result;
  const { kind, id, slug, title, status, sortOrder } = item;
  const lessons = item.kind === 'course' ? item.lessons : [];
  const translations = Object.entries(item.translations ?? {});
  const search = [
    ...item.search.map((entry) => ({ ...entry, language: ORIGINAL, ...wordsOf(entry) })),
    ...translations.flatMap(([language, { search: entries }]) =>
      entries.map((entry) => ({ ...entry, language, ...wordsOf(entry) })),
    ),
  ];
  const lessonRows = lessons.map((lesson) => {
    const inOthers = translations.flatMap(([language, { lessons: translated }]) => {
      const one = translated[lesson.lessonId];
      return one === undefined ? [] : [[language, one] as const];
    });
    return {
      ...lesson,
      translations: byLanguage(inOthers, ({ title, data, language }) => ({ title, data, language })),
      translatedBodies: byLanguage(inOthers, ({ body, knowledgeCheck }) => ({ body, knowledgeCheck })),
    };
  });
  return {
    refused,
    item: {
      ...{ kind, id, slug, title, status, sortOrder },
      data: bytesOf(item.data),
      body: bytesOf('body' in item ? item.body : {}),
      lessonIds: lessons.map(({ lessonId }) => lessonId),
      lessonSlugs: lessons
        .filter(({ type, status: its }) => type !== 'module' && its !== 'draft')
        .map(({ lessonId, slug: its }) => [lessonId, its] as const),
      translations: bytesOf(byLanguage(translations, ({ title, data, language }) => ({ title, data, language }))),
      translatedBodies: bytesOf(byLanguage(translations, ({ body }) => body)),
      lessons: [...piecesOf(lessonRows)],
      search: [...piecesOf(search)],
      vocabulary: bytesOf(vocabularyOf(search)),
      files: fileUses(item, new Set(assets.map(({ hash }) => hash))),
    },
    assets,
    findings,
    sourceHash,
  };
}

const byLanguage = <T, R>(
  translations: readonly (readonly [string, T])[],
  part: (translation: T) => R,
): Record<string, R> =>
  Object.fromEntries(translations.map(([language, translation]) => [language, part(translation)]));

/** The item as it was built, without its search index. */
export function builtItemOf(item: StorableItem): BuiltItem {
  const { kind, id, slug, title, status, sortOrder } = item;
  type InLanguages = Record<string, object>;
  type StoredLesson = { lessonId: string; translations: InLanguages; translatedBodies: InLanguages };
  const rows = item.lessons.flatMap((piece) => jsonOf<StoredLesson[]>(piece));
  const bodies = jsonOf<InLanguages>(item.translatedBodies);
  const translations = Object.entries(jsonOf<InLanguages>(item.translations)).map(([language, texts]) => {
    const lessons = rows.flatMap((row) => {
      const texts = row.translations[language];
      return texts === undefined ? [] : [[row.lessonId, { ...texts, ...row.translatedBodies[language] }] as const];
    });
    return [language, { ...texts, body: bodies[language] ?? {}, lessons: Object.fromEntries(lessons), search: [] }];
  });
  return {
    ...{ kind, id, slug, title, status, sortOrder },
    ...{ data: jsonOf(item.data), body: jsonOf(item.body), search: [] },
    ...(kind === 'course' ? { lessons: rows.map(({ translations: _, translatedBodies: __, ...row }) => row) } : {}),
    ...(translations.length === 0 ? {} : { translations: Object.fromEntries(translations) }),
  } as unknown as BuiltItem;
}

const jsonOf = <T>(bytes: Uint8Array): T => JSON.parse(new TextDecoder().decode(bytes)) as T;

/** Most characters of words that are indexed per entry. */
const MAX_WORDS = { title: 1_000, headings: 20_000, summary: 20_000, text: 100_000 };

/** The words that are indexed of an entry. */
export function wordsOf({
  title,
  headings,
  summary,
  text,
}: Pick<SearchEntry, 'title' | 'headings' | 'summary' | 'text'>): EntryWords {
  const words = (part: string, max: number) => searchWords(part).join(' ').slice(0, max).toWellFormed();
  return {
    titleWords: words(title, MAX_WORDS.title),
    headingWords: words(headings, MAX_WORDS.headings),
    summaryWords: words(summary, MAX_WORDS.summary),
    textWords: words(text, MAX_WORDS.text),
  };
}

/** Shorter words resemble each other too much; longer ones are no words. */
const SPELT = /^\p{L}[\p{L}\p{N}]{3,29}$/u;

function vocabularyOf(entries: readonly EntryWords[]): string[] {
  const words = new Set<string>();
  for (const { titleWords, headingWords, summaryWords, textWords } of entries)
    for (const part of [titleWords, headingWords, summaryWords, textWords])
      for (const word of part.split(' ')) if (SPELT.test(word)) words.add(word);
  return [...words];
}

const bytesOf = (value: unknown) => encoder.encode(JSON.stringify(value));

/** JSON arrays that together contain all rows. */
function* piecesOf(rows: readonly unknown[]): Generator<Uint8Array<ArrayBuffer>> {
  let piece: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (piece.length > 0 && length + text.length > PIECE_LENGTH) {
      yield encoder.encode(`[${piece.join()}]`);
      piece = [];
      length = 0;
    }
    piece.push(text);
    length += text.length;
  }
  if (piece.length > 0) yield encoder.encode(`[${piece.join()}]`);
}
