import type { EntitlementTag } from '@academy/contract/entities';
import { currentLanguage, type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import type { SearchKind } from '@academy/contract/search';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { searchEntry, searchWord } from '../db/search-tables.ts';
import { contentItem } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';
import { hasPhrases, isFiller, searchQueries, wordQuery } from './search-query.ts';
import type { Term } from './search-terms.ts';
import { TEXT_SEARCH } from './text-search.ts';

/** A query on the search index of an academy. */
export interface Question {
  terms: readonly Term[];
  /** False: some of the terms are enough. */
  allWords: boolean;
  /** Entitlements that the viewer has. Of entries with other entitlements only title and summary are searched. */
  opened: readonly EntitlementTag[];
  /** All hits of this kind, the first hits of the others; null: the first hits of every kind. */
  kind: SearchKind | null;
  /** Number of hits of a kind to skip, and number to return. */
  from: number;
  count: number;
}

/** A hit. `text` is empty where it is locked. */
export interface FoundEntry {
  kind: SearchKind;
  id: string;
  path: string;
  title: string;
  parent: string | null;
  summary: string;
  text: string;
  entitlements: EntitlementTag[];
}

export interface FoundKind {
  kind: SearchKind;
  total: number;
  hits: FoundEntry[];
}

/** The result of a query. */
export interface Answer {
  /** In the order of their best hits; empty when nothing was found. */
  kinds: FoundKind[];
  /** The stems of the query's words, in their order; for a stop word the word itself. */
  stems: string[];
}

/** The reads of one search; they share a snapshot. */
export interface SearchReads {
  find(tenantId: TenantScope, question: Question): Promise<Answer>;
  /** The words by which this viewer finds something. */
  known(tenantId: TenantScope, words: readonly string[], opened: readonly EntitlementTag[]): Promise<Set<string>>;
  /** The words by which this viewer finds nothing, each with similar words of the academy. */
  unknown(
    tenantId: TenantScope,
    words: readonly string[],
    opened: readonly EntitlementTag[],
  ): Promise<{ word: string; alike: string[] }[]>;
}

export interface SearchStore {
  together<T>(read: (reads: SearchReads) => Promise<T>): Promise<T>;
}

type FoundRow = FoundEntry & { place: number; total: number; stems: string[] };

/** Longest statement of a search, ms: short, because visitors may search. */
const TIMEOUT_MS = 3_000;
/** Hits in texts alone that are ranked, per kind: reading the words of a text takes time. */
const MAX_RANKED = 100;
/** Characters of texts that are examined for excerpts; 20,000 of them take up to a millisecond. */
const EXCERPTS_FROM = { one: 20_000, all: 300_000 };
const MAX_ALIKE = 500;

/** Weights of text, summary, headings and title. */
const WEIGHTS = sql`'{0.05, 0.2, 0.4, 1}'::float4[]`;
const LOCKED_WEIGHTS = sql`'{0, 0.2, 0, 1}'::float4[]`;

/** The search index of an academy in PostgreSQL's text search. */
export function searchStore(db: Database): SearchStore {
  return {
    together: (read) =>
      db.transaction(
        async (tx) => {
          await tx.execute(sql`
            select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true), set_config('enable_seqscan', 'off', true)`);
          return read(readsOf(tx));
        },
        { accessMode: 'read only' },
      ),
  };
}

function readsOf(tx: Transaction): SearchReads {
  return {
    async find(tenantId, question) {
      const { opened, kind, from, count } = question;
      const queries = searchQueries(question.terms, question.allWords);
      const isOpen = openTo(opened);
      const language = currentLanguage();
      const readable = readableIn(tenantId, language);
      // Pages in the reader's language stand before all others, whatever their words.
      const isOwn = language === ORIGINAL ? sql`0` : sql`case when entry.language = ${language} then 2 else 0 end`;
      const parent =
        language === ORIGINAL
          ? sql`item.title`
          : sql`coalesce(item.translations #>> array[${language}::text, 'title'], item.title)`;
      const ranked = Math.max(MAX_RANKED, from + count);
      const matching =
        kind === null
          ? sql`place <= ${count}`
          : sql`(kind = ${kind} and place > ${from} and place <= ${from + count}) or place = 1`;
      const { rows } = await tx.execute<FoundRow & Record<string, unknown>>(sql`
        with asked as materialized (
          select ${stemsOf(question)} as stems, ${queries.head} as head, ${queries.locked} as locked, ${queries.body} as body,
            ${queries.rank} as rank, ${queries.title} as title
        ),
        head_hits as materialized (
          select entry_id, kind, ${isOwn} + case when entry.head @@ asked.title then 1 else 0 end
            + ts_rank(case when ${isOpen} then ${WEIGHTS} else ${LOCKED_WEIGHTS} end, entry.head, asked.rank) as score
          from ${searchEntry} as entry, asked
          where ${isOf(tenantId)} and listed and ${readable} and entry.head @@ asked.head
            and case when ${isOpen} then ${hasPhrases(question.terms, false)}
              else entry.head @@ asked.locked and ${hasPhrases(question.terms, true)} end
        ),
        body_hits as materialized (
          select kind, total, array(select entry_id from unnest(ids) as id (entry_id) order by entry_id limit ${ranked}) as ids
          from (
            select kind, count(*) as total, array_agg(entry_id) as ids
            from ${searchEntry} as entry, asked
            where ${isOf(tenantId)} and listed and ${readable} and ${isOpen} and entry.document @@ asked.body
              and ${hasPhrases(question.terms, false)}
              and entry_id not in (select entry_id from head_hits)
            group by kind
          ) as counted
        ),
        hits as (
          select entry_id, kind, score from head_hits
          union all
          select entry_id, entry.kind,
            ${isOwn} + case when nth <= ${MAX_RANKED} then 0.1 * ts_rank(${WEIGHTS}, entry.document, asked.rank) else 0 end
          from asked, body_hits, unnest(ids) with ordinality as body (entry_id, nth)
          join ${searchEntry} as entry using (entry_id)
        ),
        placed as (
          select *, row_number() over (partition by kind order by score desc, entry_id) as place,
            max(score) over (partition by kind) as best
          from hits
        ),
        totals as (
          select kind, sum(total) as total
          from (select kind, count(*) as total from head_hits group by kind union all select kind, total from body_hits) as counted
          group by kind
        )
        select entry.kind, entry.id, path, entry.title, entry.summary, entry.entitlements, place::int, total::int, stems,
          case when ${isOpen} then left(entry.text, least(${EXCERPTS_FROM.one}, ${EXCERPTS_FROM.all} / count(*) over ())::int) else '' end as text,
          case when entry.kind <> entry.item_kind then ${parent} end as parent
        from (select * from placed where ${matching}) as placed
        join totals using (kind)
        join ${searchEntry} as entry using (entry_id)
        cross join asked
        left join ${contentItem} as item
          on item.tenant_id = entry.tenant_id and item.kind = entry.item_kind and item.id = entry.item_id
        order by placed.best desc, place`);
      return { kinds: groupsOf(rows, kind, from), stems: rows[0]?.stems ?? [] };
    },

    async known(tenantId, words, opened) {
      const { rows } = await tx.execute<{ word: string }>(sql`
        select word from ${unnested(words)} where ${findsSomething(tenantId, opened)}`);
      return new Set(rows.map(({ word }) => word));
    },

    async unknown(tenantId, words, opened) {
      const { rows } = await tx.execute<{ word: string; alike: string[] }>(sql`
        select word, array(
            select other.word from ${searchWord} as other
            where tenant_id = ${tenantId} and search_spellings(other.word) && search_spellings(given.word)
            limit ${MAX_ALIKE}
          ) as alike
        from ${unnested(words)} where not ${IS_FILLER} and not (${findsSomething(tenantId, opened)})`);
      return rows;
    },
  };
}

/** Whether `given` is a filler word, which is no misspelt other word. */
const IS_FILLER = sql`(${sql.join(
  Object.values(TEXT_SEARCH).map((language) => isFiller(sql`given.word`, language)),
  sql` or `,
)})`;

const unnested = (words: readonly string[]) => sql`unnest(${sql.param([...words])}::text[]) as given (word)`;

/** Whether the viewer finds something by the word of `given`. */
function findsSomething(tenantId: TenantScope, opened: readonly EntitlementTag[]): SQL {
  const readable = readableIn(tenantId, currentLanguage());
  const some = (hit: SQL) => sql`exists (
    select from ${searchEntry} as entry where ${isOf(tenantId)} and listed and ${readable} and ${hit})`;
  const asked = (weights: string) => wordQuery(sql`given.word`, weights);
  return sql`${some(sql`${openTo(opened)} and document @@ ${asked('')}`)} or ${some(sql`head @@ ${asked('AC')}`)}`;
}

function stemsOf({ terms }: Question): SQL {
  const words = sql.param(terms.flatMap((term) => term.words));
  const { stems } = TEXT_SEARCH[currentLanguage()];
  return sql`(select array_agg(coalesce((ts_lexize(${stems}, word))[1], word) order by place)
    from unnest(${words}::text[]) with ordinality as given (word, place))`;
}

/**
 * The entries that a reader of a language is offered: each page once, in that language where it is translated. The
 * translations are read once for all hits: looked for one by one, each hit read all lessons of its course.
 */
function readableIn(tenantId: TenantScope, language: Language): SQL {
  if (language === ORIGINAL) return sql`entry.language = ${ORIGINAL}`;
  return sql`(entry.language = ${language} or entry.language = ${ORIGINAL}
    and (entry.item_kind, entry.item_id, entry.kind, entry.id) not in (
      select own.item_kind, own.item_id, own.kind, own.id from ${searchEntry} as own
      where own.tenant_id = ${tenantId} and own.language = ${language}))`;
}

/**
 * Entries of an academy. Written so that no index fits, and without sequential scans (`together`) entries are found by
 * their words only: PostgreSQL does not know what unpacking the words of an entry costs, and would rather read all entries
 * of the academy as soon as some words wait to be sorted into the index (decision 0087).
 */
const isOf = (tenantId: TenantScope) => sql`(tenant_id = ${tenantId}) is true`;

const openTo = (opened: readonly EntitlementTag[]) => sql`entry.entitlements <@ ${sql.param([...opened])}::text[]`;

function groupsOf(rows: readonly FoundRow[], kind: SearchKind | null, from: number): FoundKind[] {
  const groups = new Map<SearchKind, FoundKind>();
  for (const { place, total, stems: _stems, ...hit } of rows) {
    const group = groups.get(hit.kind) ?? { kind: hit.kind, total, hits: [] };
    groups.set(hit.kind, group);
    if ((kind === null || kind === hit.kind) && place > from) group.hits.push(hit);
  }
  return [...groups.values()];
}
