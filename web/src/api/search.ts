import { type SearchKind, type SearchResult, searchAcademy } from '@academy/contract/search';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { prefetchRead, useRead, useReread } from './use-read.ts';

export type { SearchHit, SearchKind, SearchResult, TextPart } from '@academy/contract/search';

/** What the results page shows; `page` counts from 1. */
export interface SearchWanted {
  text: string;
  /** Null: the best of every kind. */
  kind: SearchKind | null;
  page: number;
}

const searchInput = ({ text, kind, page }: SearchWanted) => ({
  query: { q: text, ...(kind === null ? {} : { kind, pageNumber: page - 1 }) },
});

export const useSearch = (wanted: SearchWanted) => useRead(searchAcademy, searchInput(wanted));
export const useSearchAgain = (wanted: SearchWanted) => useReread(searchAcademy, searchInput(wanted));
export const prefetchSearch = (client: QueryClient, wanted: SearchWanted) =>
  prefetchRead(client, searchAcademy, searchInput(wanted));

/** The best of every kind, for who is still typing. @throws CallError */
export const searchNow = (text: string, signal: AbortSignal): Promise<SearchResult> =>
  call(searchAcademy, { query: { q: text } }, { signal, quiet: true });
