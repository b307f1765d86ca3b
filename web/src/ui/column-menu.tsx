import { Columns3 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from './button.tsx';
import css from './column-menu.module.css';
import { tableTexts } from './data-table/table-texts.ts';
import menu from './menu.module.css';

interface ColumnMenuProps<Column extends string> {
  /** Every column with its title, in the order of the table. */
  columns: readonly (readonly [Column, string])[];
  visible: readonly Column[];
  onChange: (visible: Column[]) => void;
}

/** Chooses which columns of a table show; the last one stays. */
export function ColumnMenu<Column extends string>({ columns, visible, onChange }: ColumnMenuProps<Column>) {
  const id = useId();
  const [refused, setRefused] = useState(false);
  const toggle = (column: Column) => {
    const next = columns.map(([name]) => name).filter((name) => visible.includes(name) !== (name === column));
    setRefused(next.length === 0);
    if (next.length > 0) onChange(next);
  };
  return (
    <>
      <Button popoverTarget={id} aria-haspopup="dialog">
        <Columns3 aria-hidden="true" />
        {tableTexts.columns}
      </Button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={tableTexts.columns}
        className={`${menu.panel} ${css.panel}`}
        onBeforeToggle={({ newState }) => {
          if (newState === 'closed') setRefused(false);
        }}
      >
        {columns.map(([name, title]) => (
          <label key={name} className={css.choice}>
            <input type="checkbox" checked={visible.includes(name)} onChange={() => toggle(name)} />
            {title}
          </label>
        ))}
        <p className={css.refused} role="alert">
          {refused && tableTexts.lastColumn}
        </p>
      </div>
    </>
  );
}
