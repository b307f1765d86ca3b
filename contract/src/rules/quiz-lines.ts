import { type FenceState, openedFence } from './code-fences.ts';

/** Reads Markdown line by line, as far as the markup of knowledge checks needs it. */

const TAB = 4;

/** Columns of white space at the start of a line; a tab reaches to the next multiple of four. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === ' ') columns += 1;
    else if (char === '\t') columns += TAB - (columns % TAB);
    else return columns;
  }
  return columns;
}

/** The line without this many columns of white space. */
export function dedent(line: string, columns: number): string {
  let passed = 0;
  let at = 0;
  while (passed < columns && (line[at] === ' ' || line[at] === '\t')) {
    passed += line[at] === ' ' ? 1 : TAB - (passed % TAB);
    at += 1;
  }
  return ' '.repeat(Math.max(0, passed - columns)) + line.slice(at);
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** Heading of the form `## text` at the left margin. */
export function headingOf(line: string): { level: number; text: string } | null {
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(line)?.[0];
  if (marks === undefined) return null;
  const text = line.slice(marks.length).trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const closed = end === 0 || (end < text.length && /[ \t]/.test(text[end - 1] ?? ''));
  return { level: marks.length, text: closed ? text.slice(0, end).trimEnd() : text };
}

const RULE = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/** The start of a list item. */
export interface ItemStart {
  indent: number;
  /** `-`, `*`, `+`, `.` or `)`: a different character starts another list. */
  kind: string;
  /** Column at which its text begins. */
  offset: number;
  /** The text after the marker. */
  text: string;
}

export function itemStartOf(line: string): ItemStart | null {
  const found = /^[ \t]*([-*+]|\d{1,9}[.)])(?=[ \t]|$)/.exec(line);
  if (found === null || RULE.test(line.trim())) return null;
  const marker = found[1] ?? '';
  const rest = line.slice(found[0].length);
  const indent = indentOf(line);
  const column = indent + marker.length;
  const text = rest.trimStart();
  const gap = indentOf(' '.repeat(column % TAB) + rest) - (column % TAB);
  const kind = marker.at(-1) ?? '';
  // More than four columns: the text is code, indented from one column after the marker.
  if (text === '' || gap > TAB) return { indent, kind, offset: column + 1, text: text === '' ? '' : dedent(rest, 1) };
  return { indent, kind, offset: column + gap, text };
}

/** `bad` looks like a box but is none: `[]`, `[ x ]`, `[v]`, `[x]text`. */
export type Box = { form: 'good'; isCorrect: boolean; text: string } | { form: 'bad' };

/** The box at the start of an item's text; links and escaped brackets are no boxes. */
export function boxOf(text: string): Box | null {
  const found = /^\[([^\][]{0,5})\]/.exec(text);
  if (found === null) return null;
  const inner = found[1] ?? '';
  const rest = text.slice(found[0].length);
  if ([...inner.trim()].length > 1 || /^[([:]/.test(rest)) return null;
  if (!/^[ xX]$/.test(inner) || /^[^ \t]/.test(rest)) return { form: 'bad' };
  return { form: 'good', isCorrect: inner !== ' ', text: rest.trim() };
}

/**
 * For each line whether it is inside a code fence, with its closing but without its opening line. A fence inside a list
 * item ends with the item; quoted lines never count as code here, because no list can start in them.
 */
export function codeLines(lines: readonly string[]): boolean[] {
  let fence: (FenceState & { offset: number }) | null = null;
  let itemOffset = 0;
  return lines.map((line) => {
    if (isBlank(line)) return fence !== null;
    const indent = indentOf(line);
    if (fence !== null && indent >= fence.offset) {
      if (closes(line, fence)) fence = null;
      return true;
    }
    if (indent < itemOffset) itemOffset = 0;
    const item = itemStartOf(line);
    const content = item === null ? line : textAfterBox(item.text);
    if (item !== null && itemOffset === 0 && indent < TAB) itemOffset = item.offset;
    const opened = indent >= itemOffset + TAB || /^[ \t]*>/.test(content) ? null : openedFence(content);
    fence = opened === null ? null : { ...opened, offset: itemOffset };
    return false;
  });
}

function textAfterBox(text: string): string {
  const box = boxOf(text);
  return box?.form === 'good' ? box.text : text;
}

function closes(line: string, { mark, length }: FenceState): boolean {
  const text = line.trim();
  return text.length >= length && text === mark.repeat(text.length);
}

/** A list: lines from `from` up to, not including, `to`, counted in the given lines. */
export interface ListPlace {
  from: number;
  to: number;
  isOrdered: boolean;
  items: { from: number; to: number; start: ItemStart }[];
}

/** The top-level lists of a text, in order. */
export function findLists(lines: readonly string[], code: readonly boolean[]): ListPlace[] {
  const lists: ListPlace[] = [];
  let open: ListPlace | null = null;
  lines.forEach((line, at) => {
    if (isBlank(line)) return;
    const indent = indentOf(line);
    const item = open?.items.at(-1);
    if (open !== null && item !== undefined && indent >= item.start.offset) {
      item.to = at + 1;
      open.to = at + 1;
      return;
    }
    const start = indent < TAB && code[at] !== true ? itemStartOf(line) : null;
    if (start === null) {
      open = null;
      return;
    }
    const place = { from: at, to: at + 1, start };
    if (open !== null && item?.start.kind === start.kind) {
      open.items.push(place);
      open.to = at + 1;
      return;
    }
    open = { from: at, to: at + 1, isOrdered: /[.)]/.test(start.kind), items: [place] };
    lists.push(open);
  });
  return lists;
}

const BLOCK_START = /^ {0,3}(?:>|#{1,6}(?:[ \t]|$)|`{3}|~{3}|[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|<)/;

/** Separates the quotes of a text: returns the text with empty lines in their place, and the quotes in the same way. */
export function splitQuotes(
  lines: readonly string[],
  code: readonly boolean[],
  maxIndent: number,
): { text: string[]; quotes: string[] } {
  const text: string[] = [];
  const quotes: string[] = [];
  let inParagraph = false;
  lines.forEach((line, at) => {
    const quoted = code[at] !== true && indentOf(line) <= maxIndent ? /^[ \t]*>[ \t]?/.exec(line)?.[0] : undefined;
    // A paragraph in a quote continues over lines without the marker.
    const isLazy =
      quoted === undefined && inParagraph && !isBlank(line) && code[at] !== true && !BLOCK_START.test(line);
    if (quoted === undefined && !isLazy) {
      inParagraph = false;
      text.push(line);
      quotes.push('');
      return;
    }
    const inner = quoted === undefined ? line.trim() : line.slice(quoted.length);
    inParagraph = !isBlank(inner);
    text.push('');
    quotes.push(inner);
  });
  return { text, quotes };
}
