import { Rows2, Rows4 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ColumnMenu } from '../column-menu.tsx';
import { SearchBox } from '../search-box.tsx';
import css from './data-table.module.css';
import type { Column, View } from './data-table.tsx';
import { tableTexts } from './table-texts.ts';

interface TableToolsProps<Row, Name extends string> {
  /** What is listed: `Users`. */
  label: string;
  columns: readonly Column<Row, Name>[];
  view: View<Name> & { text: string };
  onChange: (part: Partial<View<Name> & { text: string }>) => void;
  /** The numbers of rows and of selected rows, in words. */
  count: string;
  /** Null: there is nothing to search. */
  searchLabel: string | null;
  /** Buttons that act on the table. */
  children?: ReactNode;
}

/** The tools above a table: search, count, columns, density and actions. */
export function TableTools<Row, Name extends string>(props: TableToolsProps<Row, Name>) {
  const { label, columns, view, onChange, count, searchLabel, children } = props;
  const isCompact = view.density === 'compact';
  return (
    <div className={css.tools}>
      {searchLabel !== null && (
        <SearchBox label={searchLabel} text={view.text} onChange={(text) => onChange({ text })} />
      )}
      <p className={css.count} role="status">
        {count}
      </p>
      <ColumnMenu
        columns={columns.map(({ name, title }) => [name, title] as const)}
        visible={view.columns}
        onChange={(visible) => onChange({ columns: visible })}
      />
      <Button
        aria-pressed={isCompact}
        aria-label={tableTexts.compactRows({ label })}
        onClick={() => onChange({ density: isCompact ? 'comfortable' : 'compact' })}
      >
        {isCompact ? <Rows4 aria-hidden="true" /> : <Rows2 aria-hidden="true" />}
        {tableTexts.compact}
      </Button>
      {children}
    </div>
  );
}
