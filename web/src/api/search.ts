import { searchAcademy } from '@academy/contract/call-routes/search';
import { SEARCH_KINDS, type SearchKind, type SearchResult } from '@academy/contract/search';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { cachedRead, prefetchRead, useRead, useRefetch } from './use-read.ts';

export type { SearchHit, SearchKind, SearchResult, TextPart } from '@academy/contract/search';

/** What the results page shows; `page` counts from 1. */
export interface SearchQuery {
  text: string;
  /** Null: the best of every kind. */
  kind: SearchKind | null;
  page: number;
}

/** A page that no search has: what is no page number leads there. */
const NO_PAGE = 1_000;

/** The search in the address of the results page. */
export function searchQueryOf(search: URLSearchParams): SearchQuery {
  const kind = SEARCH_KINDS.find((one) => one === search.get('kind')) ?? null;
  const page = search.get('page') ?? '1';
  return {
    text: (search.get('q') ?? '').toWellFormed(),
    kind,
    page: kind === null ? 1 : /^[1-9]\d{0,2}$/.test(page) ? Number(page) : NO_PAGE,
  };
}

const searchInput = ({ text, kind, page }: SearchQuery) => ({
  query: { q: text, ...(kind === null ? {} : { kind, pageNumber: page - 1 }) },
});

export const useSearch = (query: SearchQuery) => useRead(searchAcademy, searchInput(query));
export const useSearchRefetch = (query: SearchQuery) => useRefetch(searchAcademy, searchInput(query));
export const prefetchSearch = (client: QueryClient, query: SearchQuery) =>
  prefetchRead(client, searchAcademy, searchInput(query));

export const cachedSearch = (client: QueryClient, query: SearchQuery) =>
  cachedRead(client, searchAcademy, searchInput(query));

/** The best results of every kind, for search as you type. @throws CallError */
export const searchNow = (text: string, signal: AbortSignal): Promise<SearchResult> =>
  call(searchAcademy, { query: { q: text } }, { signal, quiet: true });
