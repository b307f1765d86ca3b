import type { ReactNode } from 'react';
import css from './list-page.module.css';
import { SearchBox } from './search-box.tsx';

interface ListPageProps {
  /** What is listed, in the plural: `courses`. */
  things: string;
  /** What is searched for. */
  text: string;
  filterPanel: ReactNode;
  onSearch: (text: string) => void;
  /** How many there are, spoken when it changes. */
  count: string;
  /** The results. */
  children: ReactNode;
}

/** A list that filters and a search text narrow down: filters beside it where there is room, else above. */
export function ListPage({ things, text, filterPanel, onSearch, count, children }: ListPageProps) {
  return (
    <div className={css.body}>
      <div className={css.filters}>{filterPanel}</div>
      <section aria-label="Results">
        <div className={css.tools}>
          <SearchBox label={`Search ${things}`} text={text} onChange={onSearch} />
          <p className={css.count} role="status">
            {count}
          </p>
        </div>
        {children}
      </section>
    </div>
  );
}
