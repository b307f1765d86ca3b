import { TABLE_ENTRIES_MAX, TABLE_PAGE_SIZE } from '@academy/contract/constants';
import { type ReactNode, useEffect } from 'react';
import { navigate } from '../../navigation/location.tsx';
import { Button } from '../button.tsx';
import css from './data-table.module.css';
import { type Column, DataTable, type Selection, type View } from './data-table.tsx';
import { lastPage } from './page-numbers.ts';
import { TablePager } from './table-pager.tsx';
import { tableTexts } from './table-texts.ts';
import { TableTools } from './table-tools.tsx';

type PagedView<Name extends string> = View<Name> & { text: string; page: number };

interface PagedTableProps<Row, Name extends string> {
  /** What is listed: `Users`. */
  label: string;
  /** The number of rows in words: `3 users`. */
  counted: (values: { count: number }) => string;
  columns: readonly Column<Row, Name>[];
  /** Of `useTableView`. */
  view: PagedView<Name>;
  change: (part: Partial<PagedView<Name>>) => void;
  hrefOf: (part: Partial<PagedView<Name>>) => string;
  /** One page of rows as a query reads it; the previous page is shown while the next one loads. */
  read: {
    data: { content: readonly Row[]; totalElements: number } | undefined;
    isError: boolean;
    error: Error | null;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Rows on a page. */
  pageSize?: number;
  idOf: (row: Row) => string;
  titleOf: (row: Row) => string;
  /** Null: there is nothing to search. */
  searchLabel: string | null;
  /** True when something besides the search narrows the rows down. */
  isFiltered?: boolean;
  /** Shows everything again. */
  onShowAll?: () => void;
  selection?: Selection;
  details?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  /** Buttons beside the search. */
  tools?: ReactNode;
  /** Filters between tools and rows. */
  filters?: ReactNode;
  /** Shown when there are no rows at all. */
  whenEmpty: ReactNode;
}

/** A table whose rows the server searches, sorts and pages. */
export function PagedTable<Row, Name extends string>(props: PagedTableProps<Row, Name>) {
  const { label, columns, view, change, hrefOf, read, pageSize = TABLE_PAGE_SIZE, searchLabel } = props;
  const { data, isError, error, isPlaceholderData, refetch } = read;
  const total = data?.totalElements ?? 0;
  const pages = lastPage(total, pageSize);
  // Its last row was removed, or the address names a page that there is no more.
  const isBeyond = !isPlaceholderData && total > 0 && view.page > pages;
  const nearest = isBeyond ? hrefOf({ page: pages }) : null;
  useEffect(() => {
    if (nearest !== null) navigate(nearest, { replace: true });
  }, [nearest]);
  const chosen = props.selection === undefined ? 0 : props.selection.checked.size;
  const hasFilters = view.text !== '' || props.isFiltered === true;
  const counted = props.counted({ count: total });
  return (
    <section aria-label={label} className={css.list}>
      <TableTools
        label={label}
        columns={columns}
        view={view}
        onChange={change}
        searchLabel={searchLabel}
        count={
          data === undefined
            ? isError
              ? ''
              : tableTexts.loading
            : isPlaceholderData
              ? ''
              : chosen > 0
                ? tableTexts.countedAndChosen({ counted, chosen })
                : counted
        }
      >
        {props.tools}
      </TableTools>
      {props.filters}
      {total === TABLE_ENTRIES_MAX && !isPlaceholderData && (
        <p className={css.note}>{tableTexts.listEnds({ max: TABLE_ENTRIES_MAX })}</p>
      )}
      {isError && (
        <div role="alert" className={css.empty}>
          <p>{tableTexts.failed({ reason: error?.message ?? '' })}</p>
          <Button onClick={() => void refetch()}>{tableTexts.tryAgain}</Button>
        </div>
      )}
      {data !== undefined && data.content.length > 0 && (
        <DataTable
          label={label}
          columns={columns}
          rows={data.content}
          idOf={props.idOf}
          titleOf={props.titleOf}
          view={view}
          onChange={change}
          selection={props.selection}
          details={props.details}
          actions={props.actions}
          isStale={isPlaceholderData}
        />
      )}
      {data !== undefined && total === 0 && (
        <div className={css.empty}>
          {hasFilters ? (
            <>
              <h2>{tableTexts.noMatch}</h2>
              <Button onClick={props.onShowAll ?? (() => change({ text: '' }))}>{tableTexts.showAll}</Button>
            </>
          ) : (
            props.whenEmpty
          )}
        </div>
      )}
      <TablePager label={label} page={view.page} pages={pages} hrefOf={(page) => hrefOf({ page })} />
    </section>
  );
}
