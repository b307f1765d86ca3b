/** The place in a file that an action refers to. */
export interface TextSearch {
  text: string;
  isRegex?: boolean;
  /** Group of the expression, by number. */
  group?: number;
  /** The first line to search, and the first one that is not searched any more, both counted from 0; below 0 from the end. */
  start?: number;
  stop?: number;
  /** Whole lines before and after the place to include; -1: all. */
  before?: number;
  after?: number;
}

/** A range of a text, in characters from its beginning. */
export interface TextRange {
  from: number;
  to: number;
}

/** A line as authors count it: from 1, or from the end, where -1 is what follows the last line break. */
function lineOf(whole: string, line: number): number {
  return line < 0 ? Math.max(1, whole.split('\n').length + 1 + line) : Math.max(1, line);
}

/** The first match; null when there is none, or the expression is invalid. */
export function findText(whole: string, search: TextSearch): TextRange | null {
  const [found] = placesOf(whole, search, 1);
  if (found === undefined) return null;
  const { before, after } = search;
  if (before === undefined && after === undefined) return found;
  const at = lineAt(whole, found.from);
  const end = lastLineOf(whole, found);
  const top = before === -1 ? 1 : Math.max(1, at - (before ?? 0));
  return {
    from: startOfLine(whole, top),
    to: after === -1 ? whole.length : startOfLine(whole, end + (after ?? 0) + 1),
  };
}

/**
 * Matches from the top, without overlaps. As in the editor of Educates each line is searched by itself, so that an expression
 * ends with its line; a text with a line break is searched in all of them together.
 */
function placesOf(whole: string, search: TextSearch, max: number): TextRange[] {
  const { text } = search;
  const places: TextRange[] = [];
  for (const { from, to } of searched(whole, search)) {
    const piece = whole.slice(from, to);
    for (let at = 0; places.length < max; ) {
      const found = search.isRegex === true ? matchOf(piece, text, search.group ?? 0, at) : placeOf(piece, text, at);
      if (found === null) break;
      places.push({ from: from + found.from, to: from + found.to });
      at = found.end;
    }
  }
  return places;
}

/** The pieces of a text that are searched, without the line breaks between them. */
function searched(whole: string, { text, start = 0, stop }: TextSearch): TextRange[] {
  const lines: TextRange[] = [];
  for (let from = 0; from <= whole.length; from = (lines.at(-1)?.to ?? whole.length) + 1) {
    const end = whole.indexOf('\n', from);
    lines.push({ from, to: end < 0 ? whole.length : end });
  }
  const within = (line: number, last: number) => Math.min(Math.max(line < 0 ? lines.length + line : line, 0), last);
  const first = within(start, lines.length - 1);
  const end = within(stop ?? lines.length, lines.length);
  if (!text.includes('\n')) return lines.slice(first, end);
  const [top, bottom] = [lines[first], lines[Math.max(first, end - 1)]];
  return top === undefined || bottom === undefined ? [] : [{ from: top.from, to: bottom.to }];
}

interface Match extends TextRange {
  /** Where the next search begins. */
  end: number;
}

function placeOf(piece: string, text: string, at: number): Match | null {
  const from = text === '' ? -1 : piece.indexOf(text, at);
  const to = from + text.length;
  return from < 0 ? null : { from, to, end: to };
}

function matchOf(piece: string, expression: string, group: number, at: number): Match | null {
  let compiled: RegExp;
  try {
    compiled = new RegExp(expression, 'dg');
  } catch {
    return null;
  }
  if (at > piece.length) return null;
  compiled.lastIndex = at;
  const indices = compiled.exec(piece)?.indices;
  const found = indices?.[group];
  if (indices === undefined || found === undefined) return null;
  const [start, end] = indices[0] ?? found;
  // A match without characters would be found again.
  return { from: found[0], to: found[1], end: Math.max(end, start + 1) };
}

/** Where a line begins, counted from 1; the end of the text for lines that it does not have. */
export function startOfLine(whole: string, line: number): number {
  let at = 0;
  for (let now = 1; now < line; now += 1) {
    const end = whole.indexOf('\n', at);
    if (end < 0) return whole.length;
    at = end + 1;
  }
  return at;
}

function lineAt(whole: string, at: number): number {
  let line = 1;
  for (let end = whole.indexOf('\n'); end >= 0 && end < at; end = whole.indexOf('\n', end + 1)) line += 1;
  return line;
}

/** The line in which a range ends. */
const lastLineOf = (whole: string, { from, to }: TextRange): number => lineAt(whole, Math.max(from, to - 1));

const withEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** The text with lines appended. */
export const appendLines = (whole: string, text: string): string => withEnd(whole) + withEnd(text);

/** The text with lines inserted before a line, counted from 1; a text with fewer lines gets empty ones up to there. */
export function insertBeforeLine(whole: string, line: number, text: string): string {
  const at = startOfLine(whole, Math.max(1, line));
  const above = withEnd(whole.slice(0, at));
  const missing = at < whole.length ? 0 : Math.max(0, line - (above.match(/\n/g)?.length ?? 0) - 1);
  return above + '\n'.repeat(missing) + withEnd(text) + whole.slice(at);
}

/** The text with lines inserted after the first line that contains a match; null when there is none. */
export function appendAfterMatch(whole: string, search: TextSearch, text: string): string | null {
  const place = findText(whole, search);
  return place === null ? null : insertBeforeLine(whole, lastLineOf(whole, place) + 1, text);
}

/** The text with lines inserted before the first line that contains a match; null when there is none. */
export function insertBeforeMatch(whole: string, search: TextSearch, text: string): string | null {
  const place = findText(whole, search);
  return place === null ? null : insertBeforeLine(whole, lineAt(whole, place.from), text);
}

/** The text with lines put before or after the lines of a range, and where the range is then. */
export function insertBeside(whole: string, range: TextRange, side: 'before' | 'after', text: string) {
  if (side === 'after') return { text: insertBeforeLine(whole, lastLineOf(whole, range) + 1, text), range };
  const after = insertBeforeLine(whole, lineAt(whole, range.from), text);
  const moved = after.length - whole.length;
  return { text: after, range: { from: range.from + moved, to: range.to + moved } };
}

/**
 * Whole lines, their line breaks included. Lines that the text does not have are its first or last one, where the last one
 * may be the empty one after the last line break; a range that is named backwards is turned.
 *
 * @param start first line, see `lineOf`
 * @param stop last line, included
 */
export function linesBetween(whole: string, start: number, stop: number = start): TextRange {
  const [first, last] = [lineOf(whole, start), lineOf(whole, stop)].sort((a, b) => a - b) as [number, number];
  return { from: startOfLine(whole, first), to: startOfLine(whole, last + 1) };
}

/** The text with whole lines replaced; an empty text deletes them. */
export const replaceLines = (whole: string, range: TextRange, text: string): string =>
  withEnd(whole.slice(0, range.from)) + withEnd(text) + whole.slice(range.to);

/** The text with a range replaced. */
export const replaceRange = (whole: string, { from, to }: TextRange, by: string): string =>
  whole.slice(0, from) + by + whole.slice(to);

/**
 * The text with matches replaced; null when there is none.
 *
 * @param count most of them; -1: all
 */
export function replaceMatches(whole: string, search: TextSearch, by: string, count = 1): string | null {
  const places = placesOf(whole, search, count < 0 ? Number.POSITIVE_INFINITY : Math.max(1, count));
  if (places.length === 0) return null;
  return places.reduceRight((text, place) => replaceRange(text, place, by), whole);
}
