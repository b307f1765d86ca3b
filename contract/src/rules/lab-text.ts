/** The place in a file that an action refers to. */
export interface TextSearch {
  text: string;
  isRegex?: boolean;
  /** Group of the expression, by number. */
  group?: number;
  /** First and last line to search, counted from 1. */
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

/** The first match; null when there is none, or the expression is invalid. */
export function findText(whole: string, { text, isRegex = false, group = 0, ...lines }: TextSearch): TextRange | null {
  const first = lines.start === undefined ? 0 : startOfLine(whole, lines.start);
  const last = lines.stop === undefined ? whole.length : startOfLine(whole, lines.stop + 1);
  const found = isRegex ? matchOf(whole, text, group, first, last) : placeOf(whole, text, first, last);
  if (found === null) return null;
  const { before, after } = lines;
  if (before === undefined && after === undefined) return found;
  const at = lineAt(whole, found.from);
  const end = lineAt(whole, found.to);
  const top = before === -1 ? 1 : Math.max(1, at - (before ?? 0));
  return {
    from: startOfLine(whole, top),
    to: after === -1 ? whole.length : startOfLine(whole, end + (after ?? 0) + 1),
  };
}

function placeOf(whole: string, text: string, first: number, last: number): TextRange | null {
  const from = text === '' ? -1 : whole.indexOf(text, first);
  return from < 0 || from + text.length > last ? null : { from, to: from + text.length };
}

function matchOf(whole: string, expression: string, group: number, first: number, last: number): TextRange | null {
  let compiled: RegExp;
  try {
    compiled = new RegExp(expression, 'dgm');
  } catch {
    return null;
  }
  compiled.lastIndex = first;
  const indices = compiled.exec(whole)?.indices?.[group];
  if (indices === undefined || indices[1] > last) return null;
  return { from: indices[0], to: indices[1] };
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

const withEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** The text with lines appended. */
export const appendLines = (whole: string, text: string): string => withEnd(whole) + withEnd(text);

/** The text with lines inserted before a line, counted from 1; after the last line they are appended. */
export function insertBeforeLine(whole: string, line: number, text: string): string {
  const at = startOfLine(whole, Math.max(1, line));
  return withEnd(whole.slice(0, at)) + withEnd(text) + whole.slice(at);
}

/** The text with lines inserted after the first line that contains a match; null when there is none. */
export function appendAfterMatch(whole: string, search: TextSearch, text: string): string | null {
  const place = findText(whole, search);
  if (place === null) return null;
  return insertBeforeLine(whole, lineAt(whole, place.to) + 1, text);
}

/** The text with a range replaced. */
export const replaceRange = (whole: string, { from, to }: TextRange, by: string): string =>
  whole.slice(0, from) + by + whole.slice(to);

/** The text with the first match replaced; null when there is none. */
export function replaceMatch(whole: string, search: TextSearch, by: string): string | null {
  const place = findText(whole, search);
  return place === null ? null : replaceRange(whole, place, by);
}
