import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import css from './data-table.module.css';
import { tableTexts } from './table-texts.ts';

interface TableFiltersProps {
  isFiltered: boolean;
  onClear: () => void;
  /** Fields, one for each filter. */
  children: ReactNode;
}

/** What narrows a table down, in a row; on a phone one below the other. */
export function TableFilters({ isFiltered, onClear, children }: TableFiltersProps) {
  return (
    <fieldset className={css.filters}>
      <legend className="sr-only">{tableTexts.filters}</legend>
      {children}
      {isFiltered && <Button onClick={onClear}>{tableTexts.clearFilters}</Button>}
    </fieldset>
  );
}
