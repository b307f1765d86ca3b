import type { Definition, Nodes, Root, RootContent } from 'mdast';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { visit } from 'unist-util-visit';
import { formulaNodes, formulaSyntax } from './inline-formula.ts';
import { fenceFollower } from './lines.ts';

/** Chinese, Japanese and Korean letters and signs, beside which CommonMark does not end emphasis. */
const IDEOGRAPHIC = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;

/** The extensions that a text needs: each makes every text slower that has it. */
const parserFor = (text: string): Parser => {
  const wanted = (text.includes('$') ? 1 : 0) + (IDEOGRAPHIC.test(text) ? 2 : 0);
  parsers[wanted] ??= makeParser(wanted % 2 === 1, wanted >= 2);
  return parsers[wanted];
};
type Parser = { parse(text: string): Root };
const parsers: Parser[] = [];

function makeParser(formulas: boolean, ideographic: boolean): Parser {
  const parser = unified().use(remarkParse).use(remarkGfm);
  return parser.use(extensions).freeze();

  function extensions(this: Processor): void {
    const data = this.data();
    if (formulas) {
      data.micromarkExtensions?.push(formulaSyntax);
      data.fromMarkdownExtensions?.push(formulaNodes);
    }
    if (ideographic) data.micromarkExtensions?.push(cjkFriendlyExtension());
  }
}

/** Texts up to this size are parsed in one go; larger ones in parts, because the parser is not linear. */
const WHOLE_SIZE = 12_000;
/** Least length of a part. */
const PART_SIZE = 2_000;
/** Longest list, table or paragraph that cannot be split. */
const MAX_PART = 60_000;
/** Longest run without an empty line, in characters and lines. */
const MAX_PARAGRAPH = 16_000;
const MAX_LINES = 1_500;
/** Most brackets in one paragraph; the parser matches them in quadratic time. */
const MAX_BRACKETS = 2_000;
const MAX_NESTING = 60;
const MAX_DEFINITIONS = 300;

/** Why a text is not parsed as Markdown. */
export interface TooComplex {
  line: number;
  message: string;
}

/**
 * Parses Markdown with tables, strikethrough and bare links. The time is linear in the size: large texts are split at
 * lines where a new block must start, and parts that cannot be split are bounded.
 */
export function parseMarkdown(text: string): { tree: Root } | { trouble: TooComplex } {
  const lines = text.split('\n');
  const trouble = complexity(lines);
  if (trouble !== null) return { trouble };
  // Footnotes belong to the text as a whole, so texts with them are split only when they are huge.
  const hasFootnotes = lines.some((line) => line.startsWith('[^') && line.includes(']:'));
  if (text.length <= (hasFootnotes ? MAX_PART : WHOLE_SIZE)) return { tree: parserFor(text).parse(text) };

  const parts = split(lines);
  const tooLong = parts.find(({ text: part }) => part.length > MAX_PART);
  if (tooLong !== undefined) {
    const message = `a list, table or paragraph has more than ${MAX_PART} characters; split it with headings`;
    return { trouble: { line: tooLong.line + 1, message } };
  }
  return { tree: joined(parts) };
}

interface Part {
  /** Lines and characters before the part. */
  line: number;
  offset: number;
  text: string;
}

function joined(parts: readonly Part[]): Root {
  const parser = parserFor(parts.map(({ text }) => text).join(''));
  const trees = parts.map((part) => ({ part, tree: parser.parse(part.text) }));
  const definitions: Definition[] = [];
  for (const { tree } of trees) {
    for (const node of tree.children) {
      if (node.type === 'definition' && definitions.length < MAX_DEFINITIONS) definitions.push(node);
    }
  }
  const children: RootContent[] = [];
  for (const { part, tree } of trees) {
    // References are resolved while parsing, so a part with open references is parsed again with all definitions.
    const complete =
      definitions.length === 0 || !part.text.includes('[') ? tree : withDefinitions(part, definitions, parser);
    shift(complete, part);
    children.push(...complete.children);
  }
  return { type: 'root', children };
}

function withDefinitions(part: Part, definitions: readonly Definition[], parser: Parser): Root {
  const tree = parser.parse(withAppendix(part.text, definitions));
  const own = part.text.split('\n').length;
  tree.children = tree.children.filter((node) => (node.position?.start.line ?? 1) <= own);
  // Those of other parts have no place in this one.
  tree.children.push(...definitions.map(({ position: _place, ...node }) => node));
  return tree;
}

/** A text with definitions of the text around it behind its end. */
export function withAppendix(text: string, definitions: readonly Definition[]): string {
  if (definitions.length === 0 || !text.includes('[')) return text;
  const appendix = definitions.slice(0, MAX_DEFINITIONS).map(({ label, identifier, url, title }) => {
    const address = `<${url.replace(/[<>\n]/g, encodeURIComponent)}>`;
    return `[${label ?? identifier}]: ${address}${title == null ? '' : ` ${JSON.stringify(title)}`}`;
  });
  return `${text}\n\n${appendix.join('\n')}\n`;
}

function shift(tree: Root, part: Part): void {
  if (part.line === 0) return;
  const moved = new Set<object>();
  visit(tree, (node: Nodes) => {
    for (const point of [node.position?.start, node.position?.end]) {
      if (point === undefined || moved.has(point)) continue;
      moved.add(point);
      point.line += part.line;
      if (point.offset !== undefined) point.offset += part.offset;
    }
  });
}

const HTML_WITH_BLANK_LINES = /^ {0,3}<(?:pre|script|style|textarea|!--|\?|![A-Z])/i;
const HTML_END = /<\/(?:pre|script|style|textarea)>|-->|\?>|>/i;

/**
 * Splits before lines that must start a new block: after an empty line, at the margin, not a list item, not in a fence.
 */
function split(lines: readonly string[]): Part[] {
  const parts: Part[] = [];
  const fences = fenceFollower();
  let html = false;
  let from = 0;
  let size = 0;
  let offset = 0;
  let partOffset = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mayStart = !html && at > 0 && lines[at - 1]?.trim() === '' && /^[^\s]/.test(line) && !isListItem(line);
    // A fence's first line may start a part, the lines after it may not.
    const wasFence = fences.open();
    fences.next(line);
    if (mayStart && !wasFence && size > PART_SIZE) {
      parts.push({ line: from, offset: partOffset, text: lines.slice(from, at).join('\n') });
      from = at;
      partOffset = offset;
      size = 0;
    }
    if (!wasFence) {
      if (!html && HTML_WITH_BLANK_LINES.test(line)) html = true;
      if (html && HTML_END.test(line.replace(HTML_WITH_BLANK_LINES, ''))) html = false;
    }
    size += line.length + 1;
    offset += line.length + 1;
  }
  parts.push({ line: from, offset: partOffset, text: lines.slice(from).join('\n') });
  return parts;
}

function isListItem(line: string): boolean {
  return /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(line);
}

function complexity(lines: readonly string[]): TooComplex | null {
  const fences = fenceFollower();
  let paragraph = { size: 0, brackets: 0, lines: 0 };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const code = fences.next(line);
    if (nesting(line) > MAX_NESTING) {
      return { line: at + 1, message: `more than ${MAX_NESTING} quotes or lists inside each other; flatten the text` };
    }
    if (code || line.trim() === '') {
      paragraph = { size: 0, brackets: 0, lines: 0 };
      continue;
    }
    paragraph.size += line.trim().length;
    paragraph.lines += 1;
    for (const char of line) if (char === ']') paragraph.brackets += 1;
    if (paragraph.size > MAX_PARAGRAPH || paragraph.brackets > MAX_BRACKETS || paragraph.lines > MAX_LINES) {
      const message = `more than ${MAX_PARAGRAPH} characters, ${MAX_LINES} lines or ${MAX_BRACKETS} brackets without an empty line; add empty lines`;
      return { line: at + 1, message };
    }
  }
  return null;
}

/** Number of quote and list markers at the start of a line. A rule such as `- - - -` is too short to matter. */
function nesting(line: string): number {
  const lead = /^(?:[ \t>]|[*+-](?=[ \t>]|$)|\d{1,9}[.)](?=[ \t]|$))*/.exec(line)?.[0] ?? '';
  return lead.replace(/[ \t\d]/g, '').length;
}
