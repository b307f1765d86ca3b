import { USUAL_PAGE_SIZE } from '@academy/contract/constants';

/**
 * What a list shows in the moment of a choice: its beginning, and all that was on screen already. What is missing
 * follows when the browser has time, so that a choice answers at once, however much it brings.
 *
 * @param found all entries of the choice
 * @param settled those that were shown completely last; the same array once they are these
 */
export function shownAtOnce<Item>(
  found: readonly Item[],
  settled: readonly Item[],
  idOf: (item: Item) => string,
): readonly Item[] {
  if (settled === found || found.length <= USUAL_PAGE_SIZE) return found;
  const there = new Set(settled.map(idOf));
  return found.filter((item, index) => index < USUAL_PAGE_SIZE || there.has(idOf(item)));
}
