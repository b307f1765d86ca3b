import type { ReactNode } from 'react';
import css from './row-details.module.css';

interface RowDetailsProps {
  /** Free text above the facts; empty: none. */
  quote: string;
  /** `Fact`s. */
  children: ReactNode;
}

/** Details of an open row: free text, and facts about it. */
export function RowDetails({ quote, children }: RowDetailsProps) {
  return (
    <div className={css.details}>
      {quote !== '' && (
        <blockquote className={css.quote} dir="auto">
          {quote}
        </blockquote>
      )}
      <dl>{children}</dl>
    </div>
  );
}

/** One line of the facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
