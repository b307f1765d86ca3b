import { ArrowLeft, ArrowRight } from 'lucide-react';
import { LinkButton } from '../../ui/button.tsx';
import css from './pager.module.css';
import { pagerTexts } from './pager-texts.ts';

interface PagerProps {
  /** Accessible name; left out: pages of results. */
  label?: string;
  /** Counted from 1. */
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

/** Links to the pages of a list. Nothing for a single page. */
export function Pager({ label = pagerTexts.pagesOfResults, page, pages, hrefOf }: PagerProps) {
  if (pages < 2) return null;
  return (
    <nav className={css.pager} aria-label={label}>
      {page > 1 ? (
        <LinkButton href={hrefOf(page - 1)} rel="prev">
          <ArrowLeft aria-hidden="true" />
          {pagerTexts.previous}
        </LinkButton>
      ) : (
        <span />
      )}
      <p>{pagerTexts.page({ page, pages })}</p>
      {page < pages ? (
        <LinkButton href={hrefOf(page + 1)} rel="next">
          {pagerTexts.next}
          <ArrowRight aria-hidden="true" />
        </LinkButton>
      ) : (
        <span />
      )}
    </nav>
  );
}
