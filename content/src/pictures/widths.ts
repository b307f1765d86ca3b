/** Widths of the copies of a picture in a text, pixels: a telephone, a column of text, the same on a fine screen. */
export const TEXT_WIDTHS: readonly number[] = [480, 960, 1600];

/** Widths of card pictures, pixels: at most twice what a card shows. */
export const CARD_WIDTHS = { thumbnail: [960], avatar: [480] } as const satisfies Record<string, readonly number[]>;

/** Width of the column of text, CSS pixels at the usual size of letters. */
const COLUMN = 704;

/** The widths that are made of a picture: never larger than itself, ascending, each once. */
export function widthsOf(wanted: readonly number[], width: number): number[] {
  const largest = Math.min(width, Math.max(...wanted));
  return [...wanted.filter((one) => one < largest), largest];
}

/** How wide a picture of the text is shown, for `sizes`. */
export function sizesOf(width: number): string {
  const shown = Math.min(width, COLUMN);
  return `(min-width: ${shown + 32}px) ${shown}px, 100vw`;
}
