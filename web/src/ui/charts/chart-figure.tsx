import { currentLocale } from '@academy/contract/i18n/languages';
import { type ReactNode, useId } from 'react';
import { chartTexts } from './chart-texts.ts';
import css from './charts.module.css';

interface ChartFigureProps {
  title: string;
  /** What is counted, in a sentence. */
  text: string;
  /** Heads of the table with the same numbers. */
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** What is shown where there is nothing to draw. */
  whenEmpty: ReactNode;
  /** Controls beside the title. */
  tools?: ReactNode;
  /** A link to the list behind the numbers. */
  list?: ReactNode;
  /** The picture; readers who do not see it have the table. */
  children: ReactNode;
}

/** A picture of numbers with its title, and the numbers as a table below it. */
export function ChartFigure({ title, text, head, rows, whenEmpty, tools, list, children }: ChartFigureProps) {
  const id = useId();
  return (
    <section className={css.figure} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
        {list !== undefined && <p>{list}</p>}
        {tools}
      </header>
      {rows.length === 0 ? (
        whenEmpty
      ) : (
        <>
          <div aria-hidden="true">{children}</div>
          <details className={css.numbers}>
            <summary>{chartTexts.numbers}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
            <section className={css.scroll} tabIndex={0} aria-label={chartTexts.tableOf({ title })}>
              <table>
                <thead>
                  <tr>
                    {head.map((one) => (
                      <th key={one} scope="col">
                        {one}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows are rendered anew as a whole
                    <tr key={at}>
                      {row.map((cell, place) =>
                        place === 0 ? (
                          <th key={head[place]} scope="row" dir="auto">
                            {cell}
                          </th>
                        ) : (
                          <td key={head[place]} data-number={typeof cell === 'number' || undefined}>
                            {typeof cell === 'number' ? cell.toLocaleString(currentLocale()) : cell}
                          </td>
                        ),
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </details>
        </>
      )}
    </section>
  );
}
