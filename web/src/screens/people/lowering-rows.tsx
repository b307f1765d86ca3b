import type { ImportResult } from '@academy/contract/people-import';
import css from './import-people.module.css';

/** Rows that are listed; the others are counted. */
const MOST_SHOWN = 20;

interface LoweringRowsProps {
  rows: readonly ImportResult[];
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** Rows of a file that take a role or shorten a membership. They are excluded unless the administrator includes them. */
export function LoweringRows({ rows, isChosen, onChoose }: LoweringRowsProps) {
  return (
    <section className={css.lowering} aria-labelledby="lowering-rows">
      <h3 id="lowering-rows">
        {rows.length === 1
          ? 'One person would lose something'
          : `${rows.length.toLocaleString('en')} people would lose something`}
      </h3>
      <p>These rows take the administrator’s role or shorten a membership. They stay out unless you include them.</p>
      <ul>
        {rows.slice(0, MOST_SHOWN).map(({ line, email, message }) => (
          <li key={line}>
            <strong>{email}</strong>: {message}
          </li>
        ))}
        {rows.length > MOST_SHOWN && <li>and {(rows.length - MOST_SHOWN).toLocaleString('en')} more</li>}
      </ul>
      <label className={css.include}>
        <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
        Include {rows.length === 1 ? 'this row' : `these ${rows.length.toLocaleString('en')} rows`}
      </label>
    </section>
  );
}
