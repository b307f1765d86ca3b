/**
 * The heading that the reader is under.
 * @param tops distance of each heading from the top of the window, px, in document order
 * @param line where reading happens, px below the top of the window
 * @param atEnd true when the page cannot scroll further: the last heading counts even if it never reaches the line
 * @returns index of the heading; 0 before the first, -1 without headings
 */
export function currentHeading(tops: readonly number[], line: number, atEnd: boolean): number {
  if (tops.length === 0) return -1;
  if (atEnd) return tops.length - 1;
  let current = 0;
  for (const [index, top] of tops.entries()) if (top <= line) current = index;
  return current;
}
