import type { FindingList } from '../finding-list.ts';
import { shortened } from '../text-source.ts';
import { fenceFollower } from './lines.ts';
import { fieldsOf, SHORTCODES, type ShortcodeName } from './shortcode-table.ts';

export interface Shortcode {
  /** `raw` is a block that could not be parsed: its field `text` is shown unchanged. */
  name: ShortcodeName | 'raw';
  fields: ReadonlyMap<string, string>;
  /** Line of the opening marker, counted from 1. */
  line: number;
}

export interface ShortcodeText {
  /** The text with a placeholder for each block, line numbers unchanged. */
  text: string;
  shortcodes: Shortcode[];
}

/* Placeholders are made of private-use characters, which are removed from the text itself first. */
const MARK_START = '\ue000';
const MARK_END = '\ue001';
const MARK = new RegExp(`^${MARK_START}(\\d+)${MARK_END}$`);

/** Finds placeholders inside a longer text; splitting by it gives text and numbers in turn. */
export const MARKS = new RegExp(`${MARK_START}(\\d+)${MARK_END}`);

export function markOf(index: number): string {
  return `${MARK_START}${index}${MARK_END}`;
}

/** The number of a placeholder, or null when the text is none. */
export function markedIndex(text: string): number | null {
  const found = MARK.exec(text.trim());
  return found === null ? null : Number(found[1]);
}

export function withoutMarks(text: string): string {
  return text.replace(/[\ue000\ue001]/g, '\ufffd');
}

/**
 * Takes the shortcodes out of a Markdown text before Markdown is parsed: a block of the lines `@@@name`, JSON and `@@@`
 * outside of code fences. An invalid block stays visible and gives a finding.
 */
export function takeShortcodes(text: string, file: string, findings: FindingList): ShortcodeText {
  const lines = withoutMarks(text).split('\n');
  const fences = fenceFollower();
  const shortcodes: Shortcode[] = [];
  const result: string[] = [];
  // Closing lines are searched once from the end, so that many unclosed blocks stay cheap.
  const nextClose = nextCloses(lines);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const opening = fences.next(line) ? null : /^([ \t]*)@@@[ \t]*([A-Za-z][\w-]*)[ \t]*$/.exec(line);
    if (opening === null) {
      result.push(line);
      continue;
    }
    const [, indent = '', name = ''] = opening;
    const end = nextClose[at + 1];
    if (end === undefined || end === -1) {
      const message = `the closing line "@@@" of "@@@${shortened(name, 40)}" is missing; add it`;
      findings.warning('shortcode-unclosed', file, at + 1, message);
      result.push(line);
      continue;
    }
    const block = lines.slice(at, end + 1);
    const shortcode = readShortcode(name, block.slice(1, -1).join('\n'), at + 1, file, findings);
    result.push(...markedBlock(block, indent, shortcodes.length));
    shortcodes.push(shortcode ?? { name: 'raw', fields: new Map([['text', block.join('\n')]]), line: at + 1 });
    at = end;
  }
  return { text: result.join('\n'), shortcodes };
}

/** For each line the next line that closes a block; -1 when another block opens before, or none closes. */
function nextCloses(lines: readonly string[]): number[] {
  const closes: number[] = [];
  let next = -1;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = (lines[at] ?? '').trim();
    if (line === '@@@') next = at;
    else if (/^@@@[ \t]*[A-Za-z][\w-]*$/.test(line)) next = -1;
    closes[at] = next;
  }
  return closes;
}

/** A placeholder as a paragraph of its own, padded to as many lines as the block had. */
function markedBlock(block: readonly string[], indent: string, index: number): string[] {
  return block.map((_line, at) => (at === 1 || block.length === 1 ? indent + markOf(index) : ''));
}

function readShortcode(
  name: string,
  body: string,
  line: number,
  file: string,
  findings: FindingList,
): Shortcode | null {
  if (!isShortcode(name)) {
    const message = `"@@@${shortened(name, 40)}" is not a shortcode; its text is shown as it stands. Known are ${Object.keys(SHORTCODES).join(', ')}`;
    findings.warning('shortcode-unknown', file, line, message);
    return null;
  }
  const fields = readJsonFields(body) ?? readLooseFields(body, fieldsOf(name));
  if (fields.size === 0) {
    const message = `the settings of "@@@${name}" cannot be read; write one JSON object with ${fieldsOf(name).join(', ')}`;
    findings.warning('shortcode-unreadable', file, line, message);
    return null;
  }
  return { name, fields, line };
}

function isShortcode(name: string): name is ShortcodeName {
  return Object.hasOwn(SHORTCODES, name);
}

/** Parses JSON whose strings may contain raw line breaks and tabs. */
function readJsonFields(body: string): Map<string, string> | null {
  let value: unknown;
  try {
    value = JSON.parse(escapeControls(body));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = new Map<string, string>();
  for (const [key, field] of Object.entries(value)) {
    if (typeof field === 'string' || typeof field === 'number') fields.set(key, String(field));
  }
  return fields;
}

/** Escapes control characters inside strings; outside of them they are white space. */
function escapeControls(body: string): string {
  let inString = false;
  let result = '';
  for (let at = 0; at < body.length; at += 1) {
    const char = body[at] ?? '';
    if (inString && char === '\\') {
      result += char + (body[at + 1] ?? '');
      at += 1;
      continue;
    }
    if (char === '"') inString = !inString;
    result += inString && char < ' ' ? JSON.stringify(char).slice(1, -1) : char;
  }
  return result;
}

/**
 * The tolerant parser for blocks that are not JSON: for each known field the text after `"name":` up to the last quote
 * before the next known field or the closing brace.
 */
function readLooseFields(body: string, names: readonly string[]): Map<string, string> {
  const starts = names
    .map((name) => {
      const found = new RegExp(`"${name}"\\s*:`).exec(body);
      return found === null ? null : { name, from: found.index, to: found.index + found[0].length };
    })
    .filter((start) => start !== null)
    .sort((a, b) => a.from - b.from);
  const fields = new Map<string, string>();
  starts.forEach(({ name, to }, at) => {
    const next = starts[at + 1]?.from ?? body.lastIndexOf('}');
    const raw = body.slice(to, next < to ? body.length : next);
    const first = raw.indexOf('"');
    const last = raw.lastIndexOf('"');
    if (first !== -1 && last > first) {
      fields.set(name, resolveEscapes(raw.slice(first + 1, last).replace(/^(\s*(?:#{1,6}[^\n]*\\n\s*)?)"/, '$1')));
    } else if (/^\s*\d+\s*,?\s*$/.test(raw)) {
      fields.set(name, raw.replace(/\D/g, ''));
    }
  });
  return fields;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\', '/': '/' };

function resolveEscapes(text: string): string {
  return text.replace(/\\([\s\S])/g, (_match, char: string) => ESCAPES[char] ?? char);
}
