import { fenceFollower } from '../markdown/lines.ts';

/** One `{{< name ... >}}` or `{{% name ... %}}` of a text. */
export interface ShortcodeTag {
  name: string;
  closes: boolean;
  /** `{{< name />}}`. */
  closesItself: boolean;
  positional: string[];
  named: ReadonlyMap<string, string>;
  /** Position in the text. */
  from: number;
  to: number;
  /** Line from 0, and the position at which that line begins. */
  line: number;
  lineStart: number;
}

/** Longest tag; it may span lines. */
const MAX_TAG = 2_000;
const OPENS = /\{\{([<%])(?!\/\*)/g;
const HEAD = /^[-\s]*(\/?)\s*([A-Za-z_][\w./-]*)\s*/;
const ARGUMENT = /(?:([\w-]+)\s*=\s*)?("(?:\\.|[^"\\])*"|`[^`]*`|[^\s"`=]+)/g;

/** Shortcodes whose text is no Markdown: fences and tags in it are part of the text. */
const RAW = new Set(['output', 'mermaid', 'highlight', 'quizdown', 'comment']);

/**
 * Finds the tags of a text in order. Tags in code fences and inline code are examples and stay; inside shortcodes with
 * raw text only their own end counts.
 */
export function findTags(text: string): ShortcodeTag[] {
  const tags: ShortcodeTag[] = [];
  const fences = fenceFollower();
  let offset = 0;
  let raw: RawEnd | null = null;
  const rawEnds = new Map<string, RawEnd>();
  let skipTo = 0;
  for (const [at, line] of text.split('\n').entries()) {
    const start = offset;
    offset += line.length + 1;
    if (raw === null && start >= skipTo && fences.next(line)) continue;
    let from = Math.max(0, skipTo - start);
    const code = line.includes('{{') ? codeRanges(line) : [];
    while (from < line.length) {
      if (raw !== null) {
        raw.end.lastIndex = from;
        if (!raw.end.test(line)) break;
        from = raw.end.lastIndex;
        const opening = line.lastIndexOf('{{', from - 1);
        tags.push({
          ...blank(raw.name),
          closes: true,
          from: start + opening,
          to: start + from,
          line: at,
          lineStart: start,
        });
        raw = null;
        continue;
      }
      const found = nextTag(text, { line, start, at, code }, from);
      if (found === null) break;
      tags.push(found);
      from = found.to - start;
      skipTo = found.to;
      if (RAW.has(found.name) && !found.closes && !found.closesItself) {
        const end = rawEnds.get(found.name) ?? rawEnd(text, found.name);
        rawEnds.set(found.name, end);
        // Without its end it would contain the rest of the text.
        if (end.last >= found.to) raw = end;
      }
    }
  }
  return tags;
}

/** The end tag of a shortcode with raw text. */
interface RawEnd {
  name: string;
  end: RegExp;
  /** Position of the last one in the text; -1 for none. */
  last: number;
}

function rawEnd(text: string, name: string): RawEnd {
  const end = new RegExp(`\\{\\{[<%]\\s{0,20}/\\s{0,20}${name}\\s{0,20}[>%]\\}\\}`, 'g');
  let last = -1;
  for (const { index } of text.matchAll(end)) last = index;
  return { name, end, last };
}

function blank(name: string): Omit<ShortcodeTag, 'closes' | 'from' | 'to' | 'line' | 'lineStart'> {
  return { name, closesItself: false, positional: [], named: new Map() };
}

/** A line of the text, with the ranges of inline code. */
interface Line {
  line: string;
  start: number;
  at: number;
  code: readonly [from: number, to: number][];
}

function nextTag(text: string, { line, start, at, code }: Line, from: number): ShortcodeTag | null {
  OPENS.lastIndex = from;
  let range = 0;
  for (let opening = OPENS.exec(line); opening !== null; opening = OPENS.exec(line)) {
    const { index } = opening;
    while ((code[range]?.[1] ?? Number.POSITIVE_INFINITY) <= index) range += 1;
    if ((code[range]?.[0] ?? Number.POSITIVE_INFINITY) <= index) continue;
    const tag = readTag(text, start + index, opening[1] ?? '<');
    if (tag !== null) return { ...tag, line: at, lineStart: start };
  }
  return null;
}

/** Inline code of one line, in order: a run of back quotes up to the next run of the same length. */
function codeRanges(line: string): [from: number, to: number][] {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: marks, index }) => ({ length: marks.length, index }));
  const next = new Map<number, number>();
  const closes = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0;
    closes[at] = next.get(length) ?? -1;
    next.set(length, at);
  }
  const ranges: [number, number][] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const open = runs[at];
    const close = runs[closes[at] ?? -1];
    if (open === undefined || close === undefined) continue;
    ranges.push([open.index, close.index + close.length]);
    at = closes[at] ?? at;
  }
  return ranges;
}

function readTag(text: string, from: number, mark: string): Omit<ShortcodeTag, 'line' | 'lineStart'> | null {
  const end = endOf(text, from + 3, mark === '<' ? '>}}' : '%}}');
  if (end === -1) return null;
  const inner = text.slice(from + 3, end);
  const head = HEAD.exec(inner);
  if (head === null) return null;
  const rest = inner.slice(head[0].length).trimEnd();
  const closesItself = /(?:^|\s)\/$/.test(rest) || (rest === '' && (head[2] ?? '').endsWith('/'));
  const positional: string[] = [];
  const named = new Map<string, string>();
  for (const [, key, value = ''] of rest.replace(/\/$/, '').matchAll(ARGUMENT)) {
    if (key === undefined) positional.push(unquoted(value));
    else named.set(key.toLowerCase(), unquoted(value));
  }
  const name = (head[2] ?? '').replace(/\/$/, '').toLowerCase();
  return { name, closes: head[1] === '/', closesItself, positional, named, from, to: end + 3 };
}

/** The end marker outside of quotes. */
function endOf(text: string, from: number, mark: string): number {
  let quote = '';
  const limit = Math.min(text.length, from + MAX_TAG);
  for (let at = from; at < limit; at += 1) {
    const char = text[at] ?? '';
    if (quote === '"' && char === '\\') at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === '`') quote = char;
    else if (text.startsWith(mark, at)) return at;
    else if (text.startsWith('{{', at)) return -1;
  }
  return -1;
}

function unquoted(value: string): string {
  if (value.startsWith('"')) return value.slice(1, -1).replace(/\\(.)/gs, '$1');
  return value.startsWith('`') ? value.slice(1, -1) : value;
}

/** The closing tag of each opening tag, by index. */
export function pairTags(tags: readonly ShortcodeTag[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  const count = new Map<string, number>();
  const add = (name: string, by: number) => count.set(name, (count.get(name) ?? 0) + by);
  tags.forEach(({ name, closes, closesItself }, at) => {
    if (closesItself) return;
    if (!closes) {
      open.push(at);
      add(name, 1);
      return;
    }
    if ((count.get(name) ?? 0) === 0) return;
    // Tags opened inside and not closed count as single ones.
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      add(tags[last]?.name ?? '', -1);
      if (tags[last]?.name !== name) continue;
      pairs.set(last, at);
      return;
    }
  });
  return pairs;
}
