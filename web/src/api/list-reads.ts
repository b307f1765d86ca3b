import type { Call, CallInput, CallReply } from '@academy/contract/call';
import { USUAL_PAGE_SIZE } from '@academy/contract/constants';
import type { Category } from '@academy/contract/entities';
import type { QueryClient } from '@tanstack/react-query';
import { knownFilters, type ListFilters, NO_FILTERS } from '../list-views/list-filters.ts';
import type { CallOptions } from './call-options.ts';
import { cachedRead, prefetchRead, useRead } from './use-read.ts';

/** A call that lists something, and how to get the entries from its reply. */
export interface Listing<Item, C extends Call = Call> {
  call: C;
  itemsOf(reply: CallReply<C>): Item[];
  options?: CallOptions;
}

/** What the replies of lists have in common. */
interface ListReply {
  categories?: Category[];
  totalElements?: number;
}

/** All of a small list, the first page of a long one: the same for every choice of filters. */
const FIRST = { query: { allWhenSmall: 'true' } };

/** Input of the call for a list with these filters. */
export function inputOf<C extends Call>({ selection, text, sort, page }: ListFilters): CallInput<C> {
  const isFirst = Object.keys(selection).length === 0 && text === '' && sort === null && page === 1;
  const narrow = {
    ...selection,
    ...(text === '' ? {} : { q: text }),
    ...(sort === null ? {} : { sort }),
    pageNumber: page - 1,
    pageSize: USUAL_PAGE_SIZE,
  };
  return (isFirst ? FIRST : { query: narrow }) as unknown as CallInput<C>;
}

/** Loads what a visitor sees of a list: one read for a small one, a second for the choice from a long one. */
export async function prefetchList<Item, C extends Call>(
  client: QueryClient,
  { call, options }: Listing<Item, C>,
  filters: ListFilters,
): Promise<void> {
  const { categories = [], totalElements } = (await prefetchRead(
    client,
    call,
    inputOf<C>(NO_FILTERS),
    options,
  )) as ListReply;
  if (totalElements === undefined) return;
  await prefetchRead(client, call, inputOf<C>(knownFilters(filters, categories, false)), options);
}

/** 404 for a page behind the last one. */
export function statusOfList<Item, C extends Call>(
  client: QueryClient,
  { call, itemsOf }: Listing<Item, C>,
  filters: ListFilters,
): 200 | 404 {
  if (filters.page === 1) return 200;
  const first = cachedRead(client, call, inputOf<C>(NO_FILTERS)) as (CallReply<C> & ListReply) | undefined;
  if (first === undefined) return 200;
  if (first.totalElements === undefined) return 404;
  const shown = cachedRead(client, call, inputOf<C>(knownFilters(filters, first.categories ?? [], false)));
  return shown !== undefined && itemsOf(shown).length === 0 ? 404 : 200;
}

/** A list or the part of it that fits the filters. `total` is null where the reply holds all of the list. */
export function useListRead<Item, C extends Call>(
  { call, itemsOf, options }: Listing<Item, C>,
  filters: ListFilters,
): { items: Item[]; categories: Category[]; total: number | null } {
  const reply = useRead(call, inputOf<C>(filters), options);
  const { categories = NONE, totalElements = null } = reply as ListReply;
  return { items: itemsOf(reply), categories, total: totalElements };
}

const NONE: Category[] = [];

/**
 * Suspends, as `useRead` does, until what a visitor sees of a list is loaded, so that the previous screen stays until then.
 */
export function useListReady<Item, C extends Call>(listing: Listing<Item, C>, filters: ListFilters): void {
  const { categories, total } = useListRead(listing, NO_FILTERS);
  useListRead(listing, total === null ? NO_FILTERS : knownFilters(filters, categories, false));
}
