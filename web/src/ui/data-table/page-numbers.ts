import { PAGES_BESIDE_ACTIVE, PAGES_INSTEAD_OF_ELLIPSIS } from '@academy/contract/constants';

/** A gap: pages that are left out. */
export const GAP = 'gap';

/** The last page of so many rows, from 1; 0 where there are none. */
export const lastPage = (rows: number, pageSize: number): number => Math.ceil(rows / pageSize);

/**
 * Which pages a pager names: the first, the last, and those around the present one. A
 * gap of so few pages that an ellipsis would save nothing is filled.
 *
 * @param page the present one, from 1
 * @param pages how many there are
 */
export function pageNumbers(page: number, pages: number): (number | typeof GAP)[] {
  const from = Math.max(1, page - PAGES_BESIDE_ACTIVE);
  const to = Math.min(pages, page + PAGES_BESIDE_ACTIVE);
  const around = range(from, to);
  return [...between(1, from), ...around, ...between(pages, to).reverse()];
}

/** The first or last page, with a gap to the pages around the present one; nothing when they reach the end. */
function between(end: number, near: number): (number | typeof GAP)[] {
  const left = Math.abs(near - end);
  if (left === 0) return [];
  const step = end < near ? 1 : -1;
  if (left - 1 <= PAGES_INSTEAD_OF_ELLIPSIS) return Array.from({ length: left }, (_, at) => end + at * step);
  return [end, GAP];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}
