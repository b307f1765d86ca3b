const MAX_LINES = 60;

/**
 * A formula that is a block of its own: `$$` and its end on one line, or on lines of their own.
 *
 * @returns null for another line, `open` when the end is missing
 */
export function takeFormula(
  source: readonly string[],
  at: number,
  line: string,
): { tex: string; last: number } | 'open' | null {
  const text = line.trim();
  if (!text.startsWith('$$')) return null;
  const whole = /^\$\$(.+)\$\$$/.exec(text);
  if (whole !== null) return whole[1]?.includes('$$') === true ? null : { tex: whole[1] ?? '', last: at };
  // Words behind the end of a formula: it stands in a sentence.
  if (text.slice(2).includes('$$')) return null;
  const lines = [text.slice(2)];
  for (let next = at + 1; next < Math.min(source.length, at + MAX_LINES); next += 1) {
    const one = (source[next] ?? '').trim();
    if (one.endsWith('$$')) {
      lines.push(one.slice(0, -2));
      return { tex: lines.join('\n').trim(), last: next };
    }
    if (/^(?:#{1,6} |```|~~~)/.test(one)) break;
    lines.push(one);
  }
  return 'open';
}
