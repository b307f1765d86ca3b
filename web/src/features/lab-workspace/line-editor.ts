/** The line that a learner types at a prompt. */
export interface Line {
  text: string;
  cursor: number;
  history: readonly string[];
  /** Place in the history; its length: the line of now. */
  at: number;
}

export const EMPTY_LINE: Line = { text: '', cursor: 0, history: [], at: 0 };

/** What keys ask for beside changing the line. */
export type LineEvent = { kind: 'submit'; text: string } | { kind: 'interrupt' } | { kind: 'clear' };

const withText = (line: Line, text: string, cursor = text.length): Line => ({ ...line, text, cursor });

/** One key: an escape sequence, the end of a line, or a character. */
// biome-ignore lint/complexity/useRegexLiterals: a literal may not hold the Escape character
const KEY = new RegExp('\\x1b\\[[0-9;]*[A-Za-z~]|\\x1bO[A-Za-z]|\\r\\n|[\\s\\S]', 'gu');

/** The line after keys as a terminal sends them, and what they ask for, in order. */
export function typed(line: Line, data: string): { line: Line; events: LineEvent[] } {
  const events: LineEvent[] = [];
  let now = line;
  const keys = data.match(KEY) ?? [];
  for (const key of keys) {
    if (key === '\r' || key === '\n' || key === '\r\n') {
      events.push({ kind: 'submit', text: now.text });
      const history =
        now.text.trim() === '' || now.history.at(-1) === now.text ? now.history : [...now.history, now.text];
      now = { text: '', cursor: 0, history, at: history.length };
    } else if (key === '\u0003') {
      events.push({ kind: 'interrupt' });
      now = { ...withText(now, ''), at: now.history.length };
    } else if (key === '\u000c') {
      events.push({ kind: 'clear' });
    } else {
      now = KEYS.get(key)?.(now) ?? inserted(now, key);
    }
  }
  return { line: now, events };
}

function inserted(line: Line, key: string): Line {
  if (key === '\t') return inserted(line, '  ');
  if (key.startsWith('\u001b') || (key < ' ' && key.length === 1) || key === '\u007f') return line;
  return withText(line, line.text.slice(0, line.cursor) + key + line.text.slice(line.cursor), line.cursor + key.length);
}

function fromHistory(line: Line, step: number): Line {
  const at = Math.min(Math.max(line.at + step, 0), line.history.length);
  return at === line.at ? line : { ...withText(line, line.history[at] ?? ''), at };
}

const home = (line: Line): Line => ({ ...line, cursor: 0 });
const end = (line: Line): Line => ({ ...line, cursor: line.text.length });
const left = (line: Line): Line => ({ ...line, cursor: Math.max(0, line.cursor - 1) });
const right = (line: Line): Line => ({ ...line, cursor: Math.min(line.text.length, line.cursor + 1) });
const back = (line: Line): Line =>
  line.cursor === 0
    ? line
    : withText(line, line.text.slice(0, line.cursor - 1) + line.text.slice(line.cursor), line.cursor - 1);
const remove = (line: Line): Line =>
  withText(line, line.text.slice(0, line.cursor) + line.text.slice(line.cursor + 1), line.cursor);
const toStart = (line: Line): Line => withText(line, line.text.slice(line.cursor), 0);
const toEnd = (line: Line): Line => withText(line, line.text.slice(0, line.cursor));
const up = (line: Line): Line => fromHistory(line, -1);
const down = (line: Line): Line => fromHistory(line, 1);

const KEYS = new Map<string, (line: Line) => Line>([
  ['\u001b[A', up],
  ['\u001bOA', up],
  ['\u001b[B', down],
  ['\u001bOB', down],
  ['\u001b[C', right],
  ['\u001b[D', left],
  ['\u001b[H', home],
  ['\u001bOH', home],
  ['\u0001', home],
  ['\u001b[F', end],
  ['\u001bOF', end],
  ['\u0005', end],
  ['\u001b[3~', remove],
  ['\u007f', back],
  ['\b', back],
  ['\u0015', toStart],
  ['\u000b', toEnd],
]);
