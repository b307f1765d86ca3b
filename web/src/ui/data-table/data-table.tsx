import { ArrowDown, ArrowUp, ChevronRight, ChevronsUpDown } from 'lucide-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import css from './data-table.module.css';
import { tableTexts } from './table-texts.ts';

export interface Column<Row, Name extends string = string> {
  name: Name;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Rows can be ordered by it. */
  isSortable?: boolean;
  /** Hidden by default. */
  isHidden?: boolean;
  /** Numbers are aligned to the end of their column. */
  isNumber?: boolean;
}

/** What the address holds of a table that its body shows; `lib/table-view` reads and writes it. */
export interface View<Name extends string = string> {
  sortBy: Name | null;
  sortDir: 'asc' | 'desc';
  columns: readonly Name[];
  density: 'comfortable' | 'compact';
  /** Id of the row whose details are open. */
  open: string | null;
}

/** Rows that can be chosen for what is done with several at once. */
export interface Selection {
  checked: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onToggleAll: () => void;
}

interface DataTableProps<Row, Name extends string> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row, Name>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** What a row is called in the names of its controls. */
  titleOf: (row: Row) => string;
  view: View<Name>;
  /** Called with the open row, or the new order. */
  onChange: (part: Partial<View<Name>>) => void;
  selection?: Selection | undefined;
  /** The details of an open row. */
  details?: ((row: Row) => ReactNode) | undefined;
  /** What can be done with a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** The previous rows are shown while newer ones load. */
  isStale?: boolean;
}

/** A table that can be sorted, chosen from and opened row by row; on a phone each row is a card. */
export function DataTable<Row, Name extends string>(props: DataTableProps<Row, Name>) {
  const { label, columns, rows, idOf, titleOf, view, onChange, selection, details, actions, isStale } = props;
  const id = useId();
  // What was open closes slowly, so it stays in the page.
  const [seen, setSeen] = useState<readonly string[]>([]);
  if (view.open !== null && !seen.includes(view.open)) setSeen([...seen, view.open]);
  const shown = columns.filter(({ name }) => view.columns.includes(name));
  const width = shown.length + (selection ? 1 : 0) + (details ? 1 : 0) + (actions ? 1 : 0);
  const checkedCount = selection === undefined ? 0 : rows.filter((row) => selection.checked.has(idOf(row))).length;
  return (
    <table className={css.table} aria-label={label} data-density={view.density} aria-busy={isStale || undefined}>
      <thead>
        <tr>
          {selection && (
            <th scope="col">
              <label className={css.check}>
                <input
                  type="checkbox"
                  aria-label={tableTexts.selectAll}
                  ref={(box) => {
                    if (box) box.indeterminate = checkedCount > 0 && checkedCount < rows.length;
                  }}
                  checked={rows.length > 0 && checkedCount === rows.length}
                  onChange={selection.onToggleAll}
                />
                <span className={css.onPhone} aria-hidden="true">
                  {tableTexts.selectAll}
                </span>
              </label>
            </th>
          )}
          {details && (
            <th scope="col" className={css.narrow}>
              <span className="sr-only">{tableTexts.details}</span>
            </th>
          )}
          {shown.map(({ name, title, isSortable, isNumber }) => (
            <th
              key={name}
              scope="col"
              data-number={isNumber || undefined}
              data-plain={!isSortable || undefined}
              aria-sort={view.sortBy !== name ? undefined : view.sortDir === 'asc' ? 'ascending' : 'descending'}
            >
              {isSortable ? (
                <button type="button" className={css.sort} onClick={() => onChange(sortedBy(view, name))}>
                  {title}
                  <SortIcon dir={view.sortBy === name ? view.sortDir : null} />
                </button>
              ) : (
                title
              )}
            </th>
          ))}
          {actions && (
            <th scope="col" data-plain>
              <span className="sr-only">{tableTexts.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const rowId = idOf(row);
          const isOpen = view.open === rowId;
          return (
            <Fragment key={rowId}>
              <tr data-checked={selection?.checked.has(rowId) || undefined}>
                {selection && (
                  <td className={css.corner}>
                    <label className={css.check}>
                      <input
                        type="checkbox"
                        aria-label={tableTexts.select({ title: titleOf(row) })}
                        checked={selection.checked.has(rowId)}
                        onChange={() => selection.onToggle(rowId)}
                      />
                    </label>
                  </td>
                )}
                {details && (
                  <td className={css.narrow}>
                    <Button
                      look="icon"
                      className={css.opener ?? ''}
                      aria-label={tableTexts.detailsOf({ title: titleOf(row) })}
                      aria-expanded={isOpen}
                      aria-controls={seen.includes(rowId) ? `${id}-${rowId}` : undefined}
                      onClick={() => onChange({ open: isOpen ? null : rowId })}
                    >
                      <ChevronRight aria-hidden="true" />
                    </Button>
                  </td>
                )}
                {shown.map(({ name, title, cell, isNumber }) => (
                  <td key={name} data-title={title} data-number={isNumber || undefined}>
                    <div className={css.cell}>{cell(row)}</div>
                  </td>
                ))}
                {actions && (
                  <td className={css.actions}>
                    <div>{actions(row)}</div>
                  </td>
                )}
              </tr>
              {details && seen.includes(rowId) && (
                <tr className={css.detailsRow} data-open={isOpen || undefined}>
                  <td colSpan={width}>
                    <div id={`${id}-${rowId}`} className={css.details} inert={!isOpen}>
                      <div>{details(row)}</div>
                    </div>
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

/** The order after a click on the head of a column: another column ascending, the same one reversed. */
function sortedBy<Name extends string>({ sortBy, sortDir }: View<Name>, column: Name): Partial<View<Name>> {
  return { sortBy: column, sortDir: sortBy === column && sortDir === 'asc' ? 'desc' : 'asc' };
}

function SortIcon({ dir }: { dir: 'asc' | 'desc' | null }) {
  if (dir === 'asc') return <ArrowUp aria-hidden="true" />;
  if (dir === 'desc') return <ArrowDown aria-hidden="true" />;
  return <ChevronsUpDown aria-hidden="true" />;
}
