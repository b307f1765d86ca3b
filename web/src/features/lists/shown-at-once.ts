import { USUAL_PAGE_SIZE } from '@academy/contract/constants';

/**
 * What a list renders right after a choice: its beginning, and everything that was on screen already. The rest is
 * rendered in a deferred update, so that a choice responds at once, however long the list.
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
