import type { FindingList } from '../finding-list.ts';
import { fenceFollower } from '../markdown/lines.ts';
import { markOf, withoutMarks } from '../markdown/shortcodes.ts';
import { shortened } from '../text-source.ts';
import { HUGO_SHORTCODES, type HugoForm } from './shortcode-table.ts';
import { findTags, pairTags, type ShortcodeTag } from './shortcode-tags.ts';

/** A shortcode that was taken out of its text. */
export interface HugoShortcode {
  name: string;
  positional: readonly string[];
  named: ReadonlyMap<string, string>;
  /** The text between its tags; null for one without an end. */
  inner: string | null;
  /** Line of the opening tag, counted from 1. */
  line: number;
}

/** Null for an unknown name, `constructor` included. */
function formOf(name: string): HugoForm | null {
  return Object.hasOwn(HUGO_SHORTCODES, name) ? (HUGO_SHORTCODES[name]?.form ?? null) : null;
}

export interface TakenShortcodes {
  /** The text with a placeholder for each shortcode, line numbers unchanged. */
  text: string;
  shortcodes: HugoShortcode[];
}

/** Most tags of one text; each costs as much as a small text of its own. */
const MAX_SHORTCODES = 4_000;

/**
 * Takes the shortcodes out of a Markdown text before Markdown is parsed. Nested ones stay in the outer one's `inner`.
 * Unknown or unclosed ones give a finding, and their text stays visible.
 *
 * @param firstLine line of the file on which the text starts, from 1
 */
export function takeHugoShortcodes(
  source: string,
  file: string,
  findings: FindingList,
  firstLine = 1,
): TakenShortcodes {
  const text = withoutAttributes(withoutMarks(source));
  const tags = findTags(text);
  const pairs = pairTags(tags);
  const shortcodes: HugoShortcode[] = [];
  const excess = tags[MAX_SHORTCODES];
  if (excess !== undefined) {
    const message = `more than ${MAX_SHORTCODES} shortcodes in one text; the rest is shown as it stands. Split the page`;
    findings.error('text-too-complex', file, firstLine + excess.line, message);
    tags.length = MAX_SHORTCODES;
  }
  const pieces: string[] = [];
  let at = 0;
  for (let index = 0; index < tags.length; index += 1) {
    const tag = tags[index];
    if (tag === undefined || tag.from < at) continue;
    const end = pairs.get(index);
    const closing = end === undefined ? null : (tags[end] ?? null);
    const form = formOf(tag.name);
    const line = firstLine + tag.line;
    pieces.push(text.slice(at, tag.from));
    at = tag.to;
    if (form === 'transparent') continue;
    if (form === 'inline') {
      pieces.push(addressOf(tag));
      continue;
    }
    if (tag.closes) {
      const message = `"{{< /${shortened(tag.name, 40)} >}}" closes nothing; delete it or add the opening`;
      findings.warning('shortcode-unopened', file, line, message);
      continue;
    }
    if (form === null) {
      const message = `"${shortened(tag.name, 40)}" is not a shortcode that is known here; its text is shown. Known are ${Object.keys(HUGO_SHORTCODES).join(', ')}`;
      findings.warning('shortcode-unknown', file, line, message);
      // With an end its content is the text; without one its arguments are.
      if (closing === null) pieces.push(codeOf(text.slice(tag.from, tag.to)));
      else tags[end ?? 0] = { ...closing, name: 'table' };
      continue;
    }
    if (form === 'paired' && closing === null) {
      if (tag.closesItself) continue;
      const message = `the end "{{< /${tag.name} >}}" is missing; add it`;
      findings.warning('shortcode-unclosed', file, line, message);
      continue;
    }
    const until = form === 'paired' && closing !== null ? closing : null;
    const inner = until === null ? null : text.slice(tag.to, until.from);
    const to = until?.to ?? tag.to;
    const before = text.slice(tag.lineStart, tag.from);
    const { name, positional, named } = tag;
    pieces.push(markFor(text.slice(tag.from, to), before, shortcodes.length));
    shortcodes.push({ name, positional, named, inner: inner === null ? null : dedented(inner), line });
    at = to;
  }
  pieces.push(text.slice(at));
  return { text: unescaped(pieces.join('')), shortcodes };
}

/** As many line ends as the shortcode had; surrounded by empty lines, the placeholder is a paragraph of its own. */
function markFor(block: string, before: string, index: number): string {
  const ends = block.split('\n').length - 1;
  const mark = markOf(index);
  if (ends < 2 || /\S/.test(before)) return mark + '\n'.repeat(ends);
  return `\n${before}${mark}${'\n'.repeat(ends - 1)}`;
}

/** Removes the common indentation, so that a shortcode in a list contains ordinary text. */
function dedented(inner: string): string {
  const [first = '', ...rest] = inner.split('\n');
  const widths = rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const width = widths.length === 0 ? 0 : Math.min(...widths.slice(0, 10_000));
  return [first.trimStart(), ...rest.map((line) => line.slice(Math.min(width, line.search(/\S|$/))))].join('\n');
}

/** The target of `ref` as a key of the site's links: the page's name without extension. */
function addressOf({ positional, named }: ShortcodeTag): string {
  const name = (positional[0] ?? named.get('path') ?? '').trim().replace(/\.md(?=#|$)/, '');
  return encodeURI(name).replace(/[()]/g, encodeURIComponent);
}

function codeOf(text: string): string {
  return `\`\` ${text.replace(/\s+/g, ' ').replaceAll('``', '`')} \`\``;
}

/** `{{</* name *\/>}}` is an author's way to write a tag as text. */
function unescaped(text: string): string {
  return text.replace(/\{\{([<%])\/\*([^\n]{0,500}?)\*\/([>%])\}\}/g, '{{$1$2$3}}');
}

/**
 * Removes attributes in braces: those of fences are not supported here; those of headings may set an id, which links
 * use.
 */
function withoutAttributes(text: string): string {
  const fences = fenceFollower();
  return text
    .split('\n')
    .map((line) => {
      const isCode = fences.open();
      const isFence = fences.next(line) && !isCode;
      if (!line.includes('{')) return line;
      if (isFence) return line.trimEnd().endsWith('}') ? line.slice(0, line.indexOf('{')).trimEnd() : line;
      return isCode ? line : withoutHeadingAttributes(line);
    })
    .join('\n');
}

function withoutHeadingAttributes(line: string): string {
  const whole = line.trimEnd();
  const opening = whole.lastIndexOf('{');
  if (!whole.endsWith('}') || opening === -1 || !/^ {0,3}#{1,6}[ \t]/.test(line)) return line;
  const attributes = whole.slice(opening + 1, -1).slice(0, 200);
  if (!/^\s*(?:[#.][\w-]+|[\w-]+\s*=)/.test(attributes)) return line;
  const heading = whole.slice(0, opening).trimEnd();
  const id = /(?:^|\s)(?:#|id\s*=\s*["']?)([\w-]+)/.exec(attributes)?.[1];
  return id === undefined ? heading : `${heading} <a id="${id}"></a>`;
}
