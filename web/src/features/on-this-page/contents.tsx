import css from './contents.module.css';
import type { Heading } from './on-this-page.tsx';
import { Headings } from './on-this-page.tsx';
import { onThisPageTexts } from './on-this-page-texts.ts';

/** The headings of a text: beside it where there is room, else folded away above it. Nothing for fewer than two. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  if (headings.length < 2) return null;
  return (
    <>
      <details className={`${css.fold} no-print`}>
        <summary>{onThisPageTexts.title}</summary>
        <ol>
          {headings.map(({ id, text }) => (
            <li key={id} dir="auto">
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ol>
      </details>
      <nav className={`${css.toc} no-print`} aria-labelledby="on-this-page">
        <p id="on-this-page" className={css.title}>
          {onThisPageTexts.title}
        </p>
        <Headings headings={headings} />
      </nav>
    </>
  );
}
