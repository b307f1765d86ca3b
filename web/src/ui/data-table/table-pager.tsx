import css from './data-table.module.css';
import { GAP, pageNumbers } from './page-numbers.ts';
import { tableTexts } from './table-texts.ts';

interface TablePagerProps {
  /** What is listed: `Users`. */
  label: string;
  /** Counted from 1. */
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

/** Links to the pages of a table; nothing for a single page. */
export function TablePager({ label, page, pages, hrefOf }: TablePagerProps) {
  if (pages < 2) return null;
  return (
    <nav className={css.pager} aria-label={tableTexts.pages({ label })}>
      <ol>
        <li>
          {page > 1 ? (
            <a href={hrefOf(Math.min(page - 1, pages))}>{tableTexts.previous}</a>
          ) : (
            <span>{tableTexts.previous}</span>
          )}
        </li>
        {pageNumbers(page, pages).map((one, at) =>
          one === GAP ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: two gaps differ by their position only
            <li key={`gap ${at}`} className={css.number}>
              <span>…</span>
            </li>
          ) : (
            <li key={one} className={css.number}>
              <a
                href={hrefOf(one)}
                aria-label={tableTexts.page({ page: one })}
                aria-current={one === page ? 'page' : undefined}
              >
                {one}
              </a>
            </li>
          ),
        )}
        <li className={css.place}>{tableTexts.pageOf({ page, pages })}</li>
        <li>{page < pages ? <a href={hrefOf(page + 1)}>{tableTexts.next}</a> : <span>{tableTexts.next}</span>}</li>
      </ol>
    </nav>
  );
}
