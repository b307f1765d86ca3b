import type { EntitlementTag } from '@academy/contract/entities';
import { currentLanguage } from '@academy/contract/i18n/languages';
import { lockOf } from '@academy/contract/rules/access';
import {
  MAX_SEARCH_HITS,
  type SearchHit,
  type SearchKind,
  type SearchResult,
  USUAL_SEARCH_HITS,
  USUAL_SEARCH_PAGE,
} from '@academy/contract/search';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import type { Scope } from '../values/scope.ts';
import { beginningOf, excerptOf, marked, type StemmedTerm } from './excerpts.ts';
import type { FoundEntry, FoundKind, SearchReads, SearchStore } from './search.store.ts';
import { searchResults } from './search-results.ts';
import { type Term, termsOf, textOf } from './search-terms.ts';
import { closestWords, MIN_CORRECTED_LENGTH } from './spelling.ts';
import { TEXT_SEARCH } from './text-search.ts';

/** A search request. */
export interface Search {
  q: string;
  kind?: SearchKind | undefined;
  pageNumber?: number | undefined;
  pageSize?: number | undefined;
}

/** The hits, and the terms that found them. */
interface Found {
  kinds: FoundKind[];
  terms: readonly StemmedTerm[];
  allWords: boolean;
}

/** No search has so many hits; the database would refuse the numbers of pages that callers can make up. */
const BEYOND_ALL = 1_000_000;
const NOTHING: SearchResult = { total: 0, groups: [], corrected: null, allWords: true };
const TAGS: readonly EntitlementTag[] = ['auth', 'pro'];

/** Searches what the academy published, as far as the viewer may read it. */
export function searchService(store: SearchStore, versions: Pick<ReadVersions, 'ofContent' | 'searches'>) {
  const results = searchResults(versions);
  return {
    search(scope: Scope, search: Search): Promise<SearchResult> {
      const { actor, tenant, tenantId } = scope;
      const lockFor = (view: readonly EntitlementTag[]) => lockOf({ view: [...view] }, actor, tenant.signedInIsPro);
      const locks = TAGS.map((tag) => lockFor([tag]));
      const opened = TAGS.filter((_tag, index) => locks[index] === null);
      const terms = termsOf(search.q);
      if (terms.length === 0) return Promise.resolve(NOTHING);
      const kind = search.kind ?? null;
      const count =
        kind === null
          ? Math.min(search.pageSize ?? USUAL_SEARCH_HITS, MAX_SEARCH_HITS)
          : (search.pageSize ?? USUAL_SEARCH_PAGE);
      const from = kind === null ? 0 : Math.min((search.pageNumber ?? 0) * count, BEYOND_ALL);

      const searched = () =>
        store.together(async (reads) => {
          const find = async (asked: readonly Term[], allWords: boolean): Promise<Found> => {
            const question = { terms: asked, allWords, opened, kind, from, count };
            const { kinds, stems } = await reads.find(tenantId, question);
            return { kinds, terms: withStems(asked, stems), allWords };
          };
          let found = await find(terms, true);
          if (found.kinds.length === 0) {
            const meant = await corrected(reads, scope, terms, opened);
            if (meant !== null) found = await find(meant, true);
            const several = terms.length > 1 || (terms[0]?.words.length ?? 0) > 1;
            if (found.kinds.length === 0 && several) found = await find(apart(meant ?? terms), false);
          }
          if (found.kinds.length === 0) return NOTHING;
          const isCorrected = wordsOf(found.terms).join() !== wordsOf(terms).join();
          return {
            total: found.kinds.reduce((sum, group) => sum + group.total, 0),
            groups: found.kinds.map(({ hits, ...group }) => ({
              ...group,
              hits: hits.map((hit): SearchHit => ({ ...present(hit, found.terms), locked: lockFor(hit.entitlements) })),
            })),
            corrected: isCorrected ? textOf(found.terms) : null,
            allWords: found.allWords,
          };
        });
      // Of the viewer, a result depends on the locks alone.
      return results(tenantId, [locks, search.q.toLowerCase(), kind, from, count], searched);
    },
  };
}

const wordsOf = (terms: readonly Term[]) => terms.flatMap(({ words }) => words);

/** Splits terms outside of quotes into single words. */
function apart(terms: readonly Term[]): Term[] {
  return terms.flatMap((term) =>
    term.quoted
      ? [term]
      : term.words.map((word, index) => ({
          ...term,
          words: [word],
          typing: term.typing && index === term.words.length - 1,
        })),
  );
}

/**
 * Replaces terms without a hit for this viewer by similar words of the academy. Only words with a hit for this viewer
 * are suggested, so that no suggestion reveals locked text.
 *
 * @returns null when nothing was replaced
 */
async function corrected(
  reads: SearchReads,
  { tenantId }: Scope,
  terms: readonly Term[],
  opened: readonly EntitlementTag[],
): Promise<Term[] | null> {
  const all = [...new Set(wordsOf(terms))].filter((word) => word.length >= MIN_CORRECTED_LENGTH);
  const last = wordsOf(terms.filter(({ typing }) => typing)).at(-1);
  const unknown = await reads.unknown(tenantId, all, opened);
  const closest = unknown.map(({ word, alike }) => ({ word, candidates: closestWords(word, alike, word === last) }));
  const known = await reads.known(tenantId, [...new Set(closest.flatMap(({ candidates }) => candidates))], opened);
  const replaced = new Map<string, string>();
  for (const { word, candidates } of closest) {
    const best = candidates.find((candidate) => known.has(candidate));
    if (best !== undefined) replaced.set(word, best);
  }
  if (replaced.size === 0) return null;
  return terms.map((term) => ({ ...term, words: term.words.map((word) => replaced.get(word) ?? word) }));
}

function withStems(terms: readonly Term[], stems: readonly string[]): StemmedTerm[] {
  const inCompounds = TEXT_SEARCH[currentLanguage()].prefixes !== null;
  let used = 0;
  return terms.map((term) => {
    const own = stems.slice(used, used + term.words.length);
    used += term.words.length;
    return { ...term, stems: own, inCompounds };
  });
}

function present({ kind, id, path, title, parent, summary, text }: FoundEntry, terms: readonly StemmedTerm[]) {
  const excerpt = excerptOf(summary, terms) ?? excerptOf(text, terms) ?? beginningOf(summary === '' ? text : summary);
  return { kind, id, path, title: marked(title, terms), parent, excerpt };
}

export type SearchService = ReturnType<typeof searchService>;
