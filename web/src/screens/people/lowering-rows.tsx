import type { ImportResult } from '@academy/contract/people-import';
import css from './import-people.module.css';
import { importTexts } from './import-texts.ts';

/** Rows that are listed; the others are counted. */
const MAX_SHOWN = 20;

interface LoweringRowsProps {
  rows: readonly ImportResult[];
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** Rows of a file that take a role or shorten a membership. They are excluded unless the administrator includes them. */
export function LoweringRows({ rows, isChosen, onChoose }: LoweringRowsProps) {
  return (
    <section className={css.lowering} aria-labelledby="lowering-rows">
      <h3 id="lowering-rows">{importTexts.loweringTitle({ count: rows.length })}</h3>
      <p>{importTexts.loweringText}</p>
      <ul>
        {rows.slice(0, MAX_SHOWN).map(({ line, email, message }) => (
          <li key={line}>
            <strong>{email}</strong>: {message}
          </li>
        ))}
        {rows.length > MAX_SHOWN && <li>{importTexts.andMore({ count: rows.length - MAX_SHOWN })}</li>}
      </ul>
      <label className={css.include}>
        <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
        {importTexts.include({ count: rows.length })}
      </label>
    </section>
  );
}
