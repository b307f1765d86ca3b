import { SMALL_LIST, USUAL_PAGE_SIZE } from '@academy/contract/constants';
import type { ListSort } from '@academy/contract/entities';
import { type Filterable, filterOf, type OwnState, type Sortable, sorted } from '@academy/contract/rules/filters';

/** Filter, order and page of a list. */
export interface ListQuery {
  q?: string | undefined;
  topic?: string[] | undefined;
  level?: string[] | undefined;
  type?: string[] | undefined;
  progress?: string[] | undefined;
  favorite?: string[] | undefined;
  sort?: ListSort | undefined;
  pageNumber?: number | undefined;
  pageSize?: number | undefined;
  allWhenSmall?: 'true' | 'false' | undefined;
}

/** Sorting a long list costs more than all the rest, and the order is the same for everybody: cached. */
const orders = new WeakMap<readonly Sortable[], Map<ListSort, readonly Sortable[]>>();

/** A list in an order. @param items the same array for as long as it is valid */
export function inOrder<Item extends Sortable>(items: readonly Item[], sort: ListSort | undefined): readonly Item[] {
  if (sort === undefined) return items;
  const known = orders.get(items) ?? new Map<ListSort, readonly Sortable[]>();
  orders.set(items, known);
  const found = (known.get(sort) as readonly Item[] | undefined) ?? sorted(items, sort);
  known.set(sort, found);
  return found;
}

const chosen = (options: string[] | undefined): string[] => options ?? [];

/**
 * Filters, sorts and pages a list; the reply has a total when the list was filtered or paged.
 *
 * @param items the list as visitors see it, the same array for as long as it is valid
 * @param own the learner's state of an entry; without it progress and favorite are ignored
 */
export function filteredPage<Item extends Filterable & Sortable>(
  items: readonly Item[],
  query: ListQuery,
  own: ((item: Item) => OwnState | undefined) | null,
): { items: Item[]; total: { totalElements?: number } } {
  const { q, topic, level, type, sort } = query;
  const { progress, favorite } = own === null ? {} : query;
  const isFiltered = [q, topic, level, type, progress, favorite].some((one) => one !== undefined);
  const matches = filterOf(
    {
      topic: chosen(topic),
      level: chosen(level),
      type: chosen(type),
      progress: chosen(progress),
      favorite: chosen(favorite),
    },
    q,
  );
  const ordered = inOrder(items, sort);
  const found = isFiltered ? ordered.filter((item) => matches(item, own?.(item) ?? {})) : [...ordered];
  const isLong = query.allWhenSmall === 'true' && items.length > SMALL_LIST;
  if (query.pageSize === undefined && query.pageNumber === undefined && !isLong)
    return { items: found, total: isFiltered ? { totalElements: found.length } : {} };
  const size = query.pageSize ?? USUAL_PAGE_SIZE;
  const from = (query.pageNumber ?? 0) * size;
  return { items: found.slice(from, from + size), total: { totalElements: found.length } };
}
