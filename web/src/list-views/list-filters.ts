import type { Category, ListSort } from '@academy/contract/entities';
import { normaliseOption } from '@academy/contract/rules/option-names';

/** The filters and the order of a list, kept in the address. */
export interface ListFilters {
  /** Chosen options by category; no category without options. */
  selection: Readonly<Record<string, readonly string[]>>;
  text: string;
  /** Null: the order of the catalogue. */
  sort: ListSort | null;
  /** Counted from 1. */
  page: number;
}

export const NO_FILTERS: ListFilters = { selection: {}, text: '', sort: null, page: 1 };

/** Used for an invalid page number: a page that no list has. */
const NO_PAGE = 100_000;
const SORTS: readonly string[] = ['title', 'newest', 'shortest'] satisfies ListSort[];

/** Options of the learner's own categories; those of the others are in the reply. */
const OWN_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  progress: ['not-started', 'in-progress', 'completed'],
  favorite: ['true'],
};

/** Reads filters from the query of the address: `?topic=a&topic=b&level=c&q=words&sort=title&page=2`. */
export function filtersOf(search: URLSearchParams, categories: readonly string[]): ListFilters {
  const selection: Record<string, string[]> = {};
  for (const name of categories) {
    const options = [...new Set(search.getAll(name).map(normaliseOption).filter(Boolean))];
    if (options.length > 0) selection[name] = options;
  }
  const sort = search.get('sort') ?? '';
  const page = search.get('page') ?? '1';
  return {
    selection,
    text: search.get('q') ?? '',
    sort: SORTS.includes(sort) ? (sort as ListSort) : null,
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : NO_PAGE,
  };
}

/** The filters without options that the list does not have. @param own false drops the learner's own categories, too */
export function knownFilters(filters: ListFilters, categories: readonly Category[], own: boolean): ListFilters {
  const selection: Record<string, readonly string[]> = {};
  for (const [name, options] of Object.entries(filters.selection)) {
    const ownOptions = OWN_OPTIONS[name];
    const listed = categories.find(({ categoryName }) => categoryName === name)?.options ?? [];
    const known = ownOptions === undefined ? listed.map((one) => one.name) : own ? ownOptions : [];
    const kept = options.filter((option) => known.includes(option));
    if (kept.length > 0) selection[name] = kept;
  }
  return { ...filters, selection };
}
