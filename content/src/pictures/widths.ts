/** Widths of the copies of an image in a text, pixels: a phone, a column of text, the same on a high-density screen. */
export const TEXT_WIDTHS: readonly number[] = [480, 960, 1600];

/** Widths of card images, pixels: at most twice the displayed width. */
export const CARD_WIDTHS = { thumbnail: [960], avatar: [480] } as const satisfies Record<string, readonly number[]>;

/** Width of the column of text, CSS pixels at the default font size. */
export const COLUMN = 704;

/** The widths of the copies of an image: never larger than itself, ascending, each once. */
export function widthsOf(wanted: readonly number[], width: number): number[] {
  const largest = Math.min(width, Math.max(...wanted));
  return [...wanted.filter((one) => one < largest), largest];
}

/** The displayed width of an image in a text, for `sizes`. */
export function sizesOf(width: number): string {
  const shown = Math.min(width, COLUMN);
  return `(min-width: ${shown + 32}px) ${shown}px, 100vw`;
}
