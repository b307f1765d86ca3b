import { Columns3 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import css from './column-menu.module.css';

interface ColumnMenuProps<Column extends string> {
  /** Every column with its title, in the order of the table. */
  columns: readonly (readonly [Column, string])[];
  visible: readonly Column[];
  onChange: (visible: Column[]) => void;
}

/** Chooses which columns of a table show; the last one stays (specification 5). */
export function ColumnMenu<Column extends string>({ columns, visible, onChange }: ColumnMenuProps<Column>) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState(false);
  const place = () => {
    if (!panel.current || !opener.current) return;
    const box = opener.current.getBoundingClientRect();
    panel.current.style.top = `${box.bottom + 6}px`;
    panel.current.style.right = `${Math.max(8, document.documentElement.clientWidth - box.right)}px`;
  };
  const toggle = (column: Column) => {
    const next = columns.map(([name]) => name).filter((name) => visible.includes(name) !== (name === column));
    setRefused(next.length === 0);
    if (next.length > 0) onChange(next);
  };
  return (
    <>
      <Button ref={opener} popoverTarget={id} aria-haspopup="dialog">
        <Columns3 aria-hidden="true" />
        Columns
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Columns"
        className={css.panel}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') place();
          else setRefused(false);
        }}
      >
        {columns.map(([name, title]) => (
          <label key={name} className={css.choice}>
            <input type="checkbox" checked={visible.includes(name)} onChange={() => toggle(name)} />
            {title}
          </label>
        ))}
        <p className={css.refused} role="alert">
          {refused && 'At least one column must remain visible'}
        </p>
      </div>
    </>
  );
}
