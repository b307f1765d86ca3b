import { graphemes } from './line-editor.ts';

/** How many cells of a terminal a text takes, without line breaks and tabs. */
export type CellWidth = (text: string) => number;

/** Where a command stands in a terminal. */
export interface Layout {
  /** What each row of the screen shows; a row that is full continues in the next one unless `breaks` says otherwise. */
  rows: { text: string; breaks: boolean }[];
  /** The cursor's row, counted from the first of `rows`, and its column. */
  row: number;
  column: number;
}

const TAB = 8;

/**
 * Lays out a command as the terminal would wrap it.
 *
 * @param prompts what stands before the first line, and before each further one
 * @param cursor place in the text, in UTF-16 units
 */
export function layoutOf(
  text: string,
  cursor: number,
  prompts: readonly [string, string],
  columns: number,
  width: CellWidth,
): Layout {
  const layout: Layout = { rows: [], row: 0, column: 0 };
  let at = 0;
  for (const [index, line] of text.split('\n').entries()) {
    let row = '';
    let used = 0;
    const put = (piece: string, cells: number) => {
      if (used + cells > columns) {
        layout.rows.push({ text: row, breaks: false });
        [row, used] = ['', 0];
      }
      row += piece;
      used += cells;
    };
    for (const sign of prompts[index === 0 ? 0 : 1]) put(sign, width(sign));
    for (const sign of graphemes(line)) {
      if (at === cursor) note();
      const tab = Math.min(TAB - (used % TAB), Math.max(1, columns - used));
      if (sign === '\t') put(' '.repeat(tab), tab);
      else for (const point of sign) put(point, width(point));
      at += sign.length;
    }
    if (at === cursor) note();
    layout.rows.push({ text: row, breaks: true });
    at += 1;

    /** The cursor stands before the next sign; behind a full row that is the beginning of another one. */
    function note(): void {
      if (used >= columns) {
        layout.rows.push({ text: row, breaks: true });
        [row, used] = ['', 0];
      }
      [layout.row, layout.column] = [layout.rows.length, used];
    }
  }
  return layout;
}

/** The rows of a layout that fit on a screen, around the cursor; the text to draw them, and how far the end is from the cursor. */
export function drawingOf(
  { rows, row, column }: Layout,
  height: number,
): { text: string; above: number; below: number; column: number } {
  const max = Math.max(1, height - 1);
  const first = Math.min(Math.max(0, row - max + 1), Math.max(0, rows.length - max));
  const shown = rows.slice(first, first + max);
  const text = shown.map((one, at) => one.text + (one.breaks && at < shown.length - 1 ? '\r\n' : '')).join('');
  return { text, above: row - first, below: shown.length - 1 - (row - first), column };
}
