import { useMemo } from 'react';
import { navigate, useLocation } from '../navigation/location.tsx';
import {
  searchWithView,
  type TableView,
  tableViewOf,
  type ViewColumn,
  type ViewDefaults,
  viewWith,
} from './table-view.ts';

export interface UsedTableView<Name extends string> {
  view: TableView<Name>;
  /** Changes a part of it. Another search or order begins at page 1, see `viewWith`. */
  change: (part: Partial<TableView<Name>>) => void;
  /** The address of the same view with a part changed, for links. */
  hrefOf: (part: Partial<TableView<Name>>) => string;
}

/**
 * The view of a table, kept in the address. Pages get entries of their own in the history, everything else replaces the
 * present one.
 *
 * @param columns and
 * @param defaults the same objects at each render
 */
export function useTableView<Name extends string>(
  columns: readonly ViewColumn<Name>[],
  defaults: ViewDefaults<Name>,
): UsedTableView<Name> {
  const { path, search } = useLocation();
  return useMemo(() => {
    const now = () => new URLSearchParams(location.search);
    const view = tableViewOf(new URLSearchParams(search), columns, defaults);
    const hrefWith = (query: URLSearchParams, part: Partial<TableView<Name>>) =>
      path + searchWithView(query, viewWith(tableViewOf(query, columns, defaults), part), columns, defaults);
    return {
      view,
      change: (part) => navigate(hrefWith(now(), part), { replace: part.page === undefined }),
      hrefOf: (part) => hrefWith(new URLSearchParams(search), part),
    };
  }, [path, search, columns, defaults]);
}

/**
 * Filters of a table, kept in the address beside its view. A change begins at page 1.
 *
 * @param names the parameters, the same list at each render
 */
export function useTableFilters<Name extends string>(names: readonly Name[]) {
  const { path, search } = useLocation();
  return useMemo(() => {
    const query = new URLSearchParams(search);
    const values = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<Name, string>;
    return {
      values,
      isFiltered: names.some((name) => values[name] !== ''),
      /** An empty value takes the filter away. @param keepText false takes the search away as well */
      change(part: Partial<Record<Name, string>>, keepText = true) {
        const next = new URLSearchParams(location.search);
        for (const [name, value] of Object.entries<string | undefined>(part)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        for (const name of ['page', 'open', ...(keepText ? [] : ['q'])]) next.delete(name);
        next.sort();
        const text = next.toString();
        navigate(text === '' ? path : `${path}?${text}`, { replace: true });
      },
    };
  }, [path, search, names]);
}
