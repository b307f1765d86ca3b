import type { TABLE_PARAMS } from './table-params.ts';

/** The view of a table. All of it is kept in the address, so that Back, reload and a shared link show the same. */
export interface TableView<Name extends string = string> {
  /** What is searched for. */
  text: string;
  sortBy: Name | null;
  sortDir: 'asc' | 'desc';
  /** Counted from 1. */
  page: number;
  /** Columns that show, in the order of the table; never none. */
  columns: readonly Name[];
  density: 'comfortable' | 'compact';
  /** Id of the row whose details are open. */
  open: string | null;
}

/** What a view needs to know of the columns of a table. */
export interface ViewColumn<Name extends string = string> {
  name: Name;
  /** False: rows cannot be ordered by it. */
  isSortable?: boolean;
  /** Hidden by default. */
  isHidden?: boolean;
}

const shownAtFirst = <Name extends string>(columns: readonly ViewColumn<Name>[]): Name[] =>
  columns.filter(({ isHidden }) => !isHidden).map(({ name }) => name);

export type ViewDefaults<Name extends string> = Pick<TableView<Name>, 'sortBy' | 'sortDir'>;

/** Reads a view from the query of the address. What the table does not know is left out. */
export function tableViewOf<Name extends string>(
  search: URLSearchParams,
  columns: readonly ViewColumn<Name>[],
  defaults: ViewDefaults<Name>,
): TableView<Name> {
  const wanted = (search.get('columns') ?? '').split(',');
  const visible = columns.map(({ name }) => name).filter((name) => wanted.includes(name));
  const sortBy = columns.find(({ name, isSortable }) => isSortable && name === search.get('sort'))?.name;
  const dir = search.get('dir');
  const page = search.get('page') ?? '1';
  return {
    text: search.get('q') ?? '',
    sortBy: sortBy ?? defaults.sortBy,
    sortDir: dir === 'asc' || dir === 'desc' ? dir : sortBy === undefined ? defaults.sortDir : 'asc',
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    columns: visible.length > 0 ? visible : shownAtFirst(columns),
    density: search.get('density') === 'compact' ? 'compact' : 'comfortable',
    open: search.get('open'),
  };
}

/** A view with a change: another search or order starts at page 1, and other rows close the open one. */
export function viewWith<Name extends string>(view: TableView<Name>, part: Partial<TableView<Name>>): TableView<Name> {
  const hasOtherRows = ['text', 'sortBy', 'sortDir', 'page'].some((name) => name in part);
  return { ...view, ...(hasOtherRows ? { page: 1, open: null } : {}), ...part };
}

/**
 * The query of an address with another view; parameters that are not the table's stay. What is as it is at first is left
 * out.
 *
 * @returns `?dir=desc&sort=login`, or '' when nothing is left
 */
export function searchWithView<Name extends string>(
  search: URLSearchParams,
  view: TableView<Name>,
  columns: readonly ViewColumn<Name>[],
  defaults: ViewDefaults<Name>,
): string {
  const next = new URLSearchParams(search);
  const isSorted = view.sortBy !== defaults.sortBy || view.sortDir !== defaults.sortDir;
  const visible = view.columns.join(',');
  const values: Record<(typeof TABLE_PARAMS)[number], string> = {
    q: view.text,
    sort: isSorted ? (view.sortBy ?? '') : '',
    dir: isSorted ? view.sortDir : '',
    page: view.page > 1 ? String(view.page) : '',
    columns: visible === shownAtFirst(columns).join(',') ? '' : visible,
    density: view.density === 'compact' ? 'compact' : '',
    open: view.open ?? '',
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  next.sort();
  const query = next.toString();
  return query === '' ? '' : `?${query}`;
}

/** Rows in the order of the view, where all of them are loaded: texts by the rules of the language, numbers by size. */
export function sortedRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  dir: 'asc' | 'desc',
): Row[] {
  const sign = dir === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(keyOf(a), keyOf(b)));
}

const WORDS = new Intl.Collator('en', { numeric: true });

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : WORDS.compare(String(a), String(b));
}
