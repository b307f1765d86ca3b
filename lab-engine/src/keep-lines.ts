/** More pairs of lines than this are not compared. */
const MAX_PAIRS = 4_000_000;

/**
 * A changed text whose other lines stay as they were written.
 *
 * @param written the text as it is
 * @param before the same text as a library writes it, line for line
 * @param after the changed text as the library writes it
 * @returns null when lines of `written` and `before` do not belong together
 */
export function withLinesAsWritten(written: string, before: string, after: string): string | null {
  const [own, old, now] = [written, before, after].map((text) => text.split('\n')) as [string[], string[], string[]];
  if (own.length !== old.length) return null;
  let top = 0;
  while (top < old.length && top < now.length && old[top] === now[top]) top += 1;
  let end = 0;
  while (end < old.length - top && end < now.length - top && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = merged(
    own.slice(top, own.length - end),
    old.slice(top, old.length - end),
    now.slice(top, now.length - end),
  );
  if (middle === null) return null;
  return [...own.slice(0, top), ...middle, ...own.slice(own.length - end)].join('\n');
}

/** The lines of `now`, those that `old` has too as they stand in `own`: by the longest common subsequence. */
function merged(own: readonly string[], old: readonly string[], now: readonly string[]): string[] | null {
  if (old.length * now.length > MAX_PAIRS) return null;
  const width = now.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: string[] = [];
  let i = 0;
  for (let j = 0; j < now.length; j += 1) {
    while (i < old.length && old[i] !== now[j] && at(i + 1, j) >= at(i, j + 1)) i += 1;
    if (i < old.length && old[i] === now[j]) lines.push(own[i++] ?? '');
    else lines.push(now[j] ?? '');
  }
  return lines;
}
