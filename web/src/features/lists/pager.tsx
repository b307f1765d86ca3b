import { ArrowLeft, ArrowRight } from 'lucide-react';
import { LinkButton } from '../../ui/button.tsx';
import css from './pager.module.css';

interface PagerProps {
  /** What is listed, for the accessible name: `guides`. */
  things: string;
  /** Counted from 1. */
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

/** Links to the pages of a list. Nothing for a single page. */
export function Pager({ things, page, pages, hrefOf }: PagerProps) {
  if (pages < 2) return null;
  return (
    <nav className={css.pager} aria-label={`Pages of ${things}`}>
      {page > 1 ? (
        <LinkButton href={hrefOf(page - 1)} rel="prev">
          <ArrowLeft aria-hidden="true" />
          Previous
        </LinkButton>
      ) : (
        <span />
      )}
      <p>
        Page {page} of {pages}
      </p>
      {page < pages ? (
        <LinkButton href={hrefOf(page + 1)} rel="next">
          Next
          <ArrowRight aria-hidden="true" />
        </LinkButton>
      ) : (
        <span />
      )}
    </nav>
  );
}
