/** The command that a learner writes at a prompt; it may have several lines. */
export interface Line {
  text: string;
  /** Place in the text, in UTF-16 units. */
  cursor: number;
  /** Earlier commands, each of them whole. */
  history: readonly string[];
  /** Place in the history; its length: the command of now. */
  at: number;
  /** The command of now, while an earlier one is shown. */
  draft: string;
  /** What was cut last. */
  cut: string;
}

export const EMPTY_LINE: Line = { text: '', cursor: 0, history: [], at: 0, draft: '', cut: '' };

/** A key, or text that came as one piece. */
export type Key = { kind: 'key'; code: string } | { kind: 'text'; text: string };

const ESCAPE = '\u001b';
const PASTE_BEGINS = `${ESCAPE}[200~`;
const PASTE_ENDS = `${ESCAPE}[201~`;

/** An escape sequence, Alt and a character, the end of a line, a control character, or text without any of them. */
const KEY = new RegExp(
  `${ESCAPE}\\[[0-9;]*[A-Za-z~]|${ESCAPE}O[A-Za-z]|${ESCAPE}[\\s\\S]?|\\r\\n|[\\u0000-\\u001f\\u007f]|[^\\u0000-\\u001f\\u007f]+`,
  'gu',
);

/**
 * The keys in what a terminal sends. A paste comes in brackets (`ESC [200~`) and is one text, its line breaks included.
 *
 * @returns the keys, and the beginning of a paste whose end has not come yet
 */
export function keysOf(data: string): { keys: Key[]; rest: string } {
  const keys: Key[] = [];
  let left = data;
  for (;;) {
    const begin = left.indexOf(PASTE_BEGINS);
    for (const [code] of (begin < 0 ? left : left.slice(0, begin)).matchAll(KEY))
      keys.push(/^[^\p{Cc}]/u.test(code) ? { kind: 'text', text: code } : { kind: 'key', code });
    if (begin < 0) return { keys, rest: '' };
    const end = left.indexOf(PASTE_ENDS, begin);
    if (end < 0) return { keys, rest: left.slice(begin) };
    keys.push({ kind: 'text', text: left.slice(begin + PASTE_BEGINS.length, end) });
    left = left.slice(end + PASTE_ENDS.length);
  }
}

/** Everything a command may hold: no control characters but line breaks and tabs. */
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');

const withText = (line: Line, text: string, cursor = text.length): Line => ({ ...line, text, cursor });

/** The line with text put in at the cursor, in place of the characters from `from` on. */
export function inserted(line: Line, text: string, from = line.cursor): Line {
  const own = plain(text);
  return withText(line, line.text.slice(0, from) + own + line.text.slice(line.cursor), from + own.length);
}

/** The line after a paste. A break at the end of a whole command is left out: Enter is still to come. */
export function pasted(line: Line, text: string): Line {
  const isWhole = line.text === '';
  return inserted(line, isWhole ? plain(text).replace(/\n+$/, '') : text);
}

/** The line after a command was taken: an empty one, and the command in the history. */
export function taken(line: Line): Line {
  const { text } = line;
  const history = text.trim() === '' || line.history.at(-1) === text ? line.history : [...line.history, text];
  return { ...EMPTY_LINE, history, at: history.length, cut: line.cut };
}

/** An empty line; the history stays. */
export const emptied = (line: Line): Line => ({ ...EMPTY_LINE, history: line.history, at: line.history.length });

/** The line after a key that edits it; null: the key does something else, or nothing. */
export const pressed = (line: Line, code: string): Line | null => KEYS.get(code)?.(line) ?? null;

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters as people see them: a letter with its accents, a flag, a family. */
export const graphemes = (text: string): string[] => Array.from(SEGMENTER.segment(text), ({ segment }) => segment);

const before = ({ text, cursor }: Line): number => cursor - (graphemes(text.slice(0, cursor)).at(-1)?.length ?? 0);
const after = ({ text, cursor }: Line): number => cursor + (graphemes(text.slice(cursor))[0]?.length ?? 0);
const wordBefore = ({ text, cursor }: Line): number => text.slice(0, cursor).search(/[\p{L}\p{N}]*[^\p{L}\p{N}]*$/u);
const wordAfter = ({ text, cursor }: Line): number =>
  cursor + (/^[^\p{L}\p{N}]*[\p{L}\p{N}]*/u.exec(text.slice(cursor))?.[0].length ?? 0);
const blankBefore = ({ text, cursor }: Line): number => text.slice(0, cursor).search(/\S*\s*$/);
const rowStart = ({ text, cursor }: Line): number => text.lastIndexOf('\n', cursor - 1) + 1;
const rowEnd = ({ text, cursor }: Line): number => {
  const at = text.indexOf('\n', cursor);
  return at < 0 ? text.length : at;
};

const to =
  (place: (line: Line) => number) =>
  (line: Line): Line => ({ ...line, cursor: place(line) });

/** Takes away what lies between the cursor and a place. */
const without =
  (place: (line: Line) => number, keeps = false) =>
  (line: Line): Line => {
    const [from, end] = [line.cursor, place(line)].sort((a, b) => a - b) as [number, number];
    const gone = line.text.slice(from, end);
    const left = withText(line, line.text.slice(0, from) + line.text.slice(end), from);
    return keeps && gone !== '' ? { ...left, cut: gone } : left;
  };

function fromHistory(line: Line, step: number): Line {
  const at = Math.min(Math.max(line.at + step, 0), line.history.length);
  if (at === line.at) return line;
  const draft = line.at === line.history.length ? line.text : line.draft;
  return { ...withText(line, line.history[at] ?? draft), at, draft };
}

/** The row above in the same command, else the command before it. */
function up(line: Line): Line {
  const start = rowStart(line);
  if (start === 0) return fromHistory(line, -1);
  const above = rowStart({ ...line, cursor: start - 1 });
  return { ...line, cursor: Math.min(above + line.cursor - start, start - 1) };
}

/** The row below in the same command, else the command after it. */
function down(line: Line): Line {
  const end = rowEnd(line);
  if (end === line.text.length) return fromHistory(line, 1);
  const column = line.cursor - rowStart(line);
  return { ...line, cursor: Math.min(end + 1 + column, rowEnd({ ...line, cursor: end + 1 })) };
}

const [left, right] = [to(before), to(after)];
const [home, end] = [to(rowStart), to(rowEnd)];
const [back, remove] = [without(before), without(after)];
const [wordLeft, wordRight] = [to(wordBefore), to(wordAfter)];

const KEYS = new Map<string, (line: Line) => Line>(
  Object.entries({
    '\u001b[A': up,
    '\u001bOA': up,
    '\u001b[B': down,
    '\u001bOB': down,
    '\u0010': (line: Line) => fromHistory(line, -1),
    '\u000e': (line: Line) => fromHistory(line, 1),
    '\u001b[C': right,
    '\u001bOC': right,
    '\u0006': right,
    '\u001b[D': left,
    '\u001bOD': left,
    '\u0002': left,
    '\u001b[1;5C': wordRight,
    '\u001b[1;3C': wordRight,
    '\u001bf': wordRight,
    '\u001b[1;5D': wordLeft,
    '\u001b[1;3D': wordLeft,
    '\u001bb': wordLeft,
    '\u001b[H': home,
    '\u001bOH': home,
    '\u001b[1~': home,
    '\u0001': home,
    '\u001b[F': end,
    '\u001bOF': end,
    '\u001b[4~': end,
    '\u0005': end,
    '\u001b[3~': remove,
    '\u0004': remove,
    '\u007f': back,
    '\b': back,
    '\u0015': without(rowStart, true),
    '\u000b': without(rowEnd, true),
    '\u0017': without(blankBefore, true),
    '\u001b\u007f': without(wordBefore, true),
    '\u001bd': without(wordAfter, true),
    '\u0019': (line: Line) => inserted(line, line.cut),
  }),
);
