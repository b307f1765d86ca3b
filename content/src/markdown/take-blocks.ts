import { shortened } from '../text-source.ts';
import { type BlockKind, blockKind, boxNamed } from './block-kinds.ts';
import type { TextPlace } from './context.ts';
import { fenceFollower, openedFence } from './lines.ts';
import { readTabTags } from './tab-tags.ts';
import { takeFormula } from './take-formula.ts';

/** A block that was taken out of its text; markers stand where it begins and ends. */
export interface Block {
  kind: BlockKind;
  /** True when its title is written, empty or not. */
  hasTitle: boolean;
  isOpen: boolean;
  /** Line of its first marker, counted from 1. */
  line: number;
}

export interface TakenBlocks {
  /** The text with markers. */
  text: string;
  /** For each of its lines the line of the source, from 1; null when they are the same. */
  lines: readonly number[] | null;
  blocks: readonly Block[];
}

/** Nearly all texts have none of these lines. */
const MAY_HAVE = /^[ \t]*(?::::|!!!|\?\?\?|===[!+]? |\$\$|<Tab|\[\[?_?toc|import |export )/im;

const MAX_BLOCKS = 500;
/** Longer lines are text. */
const MAX_LINE = 2_000;
const BEGIN = '\ue000b';
const END = '\ue000e';

/** The number of the block that begins or ends with a text; null for any other text. */
export function blockMark(text: string): { at: number; isEnd: boolean; length: number } | null {
  const found = /^\ue000([be])(\d+)\ue001/.exec(text);
  if (found === null) return null;
  return { at: Number(found[2]), isEnd: found[1] === 'e', length: found[0].length };
}

/** A text without the marks of blocks. */
export const withoutBlockMarks = (text: string): string => text.replace(/\ue000[be]\d+\ue001/g, '');

interface Open {
  at: number;
  form: 'colons' | 'indent' | 'group' | 'tag' | 'unknown';
  colons: number;
  /** Least indentation of its content in the source; only for `indent`. */
  min: number;
  /** Columns that its content loses. */
  strip: number;
  /** Indentation of its markers in the result. */
  margin: string;
}

/**
 * Finds the blocks of other renderers in a Markdown text before it is parsed: `:::note`, MkDocs' `!!!`, `???` and `===`,
 * tabs of Docusaurus, formulas between `$$`. Each is replaced by paragraphs with markers around its content, so that the
 * text is still parsed as a whole, with its footnotes and definitions.
 *
 * @param keepFormula sets a formula aside and returns the text that stands in for it
 */
export function takeBlocks(
  text: string,
  place: Pick<TextPlace, 'file' | 'line' | 'findings'>,
  keepFormula: (tex: string, line: number) => string,
): TakenBlocks {
  if (!MAY_HAVE.test(text)) return { text, lines: null, blocks: [] };
  return new Taker(text.split('\n'), place, keepFormula).take();
}

const HTML_WITH_BLANK_LINES = /^ {0,3}<(?:pre|script|style|textarea|!--)/i;
const HTML_END = /<\/(?:pre|script|style|textarea)>|-->/i;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
const TABLE_OF_CONTENTS = /^ {0,3}(?:\[\[?_?toc_?\]?\])[ \t]*$/i;
const MODULE_LINE =
  /^(?:import[ \t]+(?:[\w*{][\w\s,{}*$]*[ \t]+from[ \t]+)?['"][^'"\n]+['"]|export[ \t]+(?:const|let|default|function)[ \t].*);?[ \t]*$/;

/** `import {` and `export const a = [`, whose rest follows on the next lines. */
const OPENS_MODULE_LINES = /^(?:import[ \t]+[\w*, \t]*\{|export[ \t].*[[{(])[^\n]*$/;
const MAX_MODULE_LINES = 60;

/** The last line of what a line of a module begins; that line itself when it is complete or has no end. */
function endOfModuleLines(source: readonly string[], at: number): number {
  let open = 0;
  for (let end = at; end < Math.min(source.length, at + MAX_MODULE_LINES); end += 1) {
    for (const sign of source[end] ?? '') open += '[{('.includes(sign) ? 1 : ']})'.includes(sign) ? -1 : 0;
    if (open <= 0) return end;
  }
  return at;
}

class Taker {
  readonly #source: readonly string[];
  readonly #place: Pick<TextPlace, 'file' | 'line' | 'findings'>;
  readonly #keepFormula: (tex: string, line: number) => string;
  readonly #out: string[] = [];
  readonly #lines: number[] = [];
  readonly #blocks: Block[] = [];
  readonly #open: Open[] = [];
  #fences = fenceFollower();
  /** The marks of the last fence, and the line on which it opened. */
  #fence: { marks: string; at: number } | null = null;
  #html = false;
  /** The last line of a module that was left out. */
  #moduleEnd = -1;
  #inList = false;
  #at = 0;

  constructor(
    source: readonly string[],
    place: Pick<TextPlace, 'file' | 'line' | 'findings'>,
    keepFormula: (tex: string, line: number) => string,
  ) {
    this.#source = source;
    this.#place = place;
    this.#keepFormula = keepFormula;
  }

  take(): TakenBlocks {
    for (; this.#at < this.#source.length; this.#at += 1) this.#next(this.#source[this.#at] ?? '');
    this.#tellOpen();
    while (this.#open.length > 0) this.#close();
    return { text: this.#out.join('\n'), lines: this.#lines, blocks: this.#blocks };
  }

  /** A block without an end has the rest of the text in it. */
  #tellOpen(): void {
    // An open fence holds the end, and is told itself.
    if (this.#fences.open()) return;
    const first = this.#open.find(({ form }) => form === 'colons' || form === 'tag');
    const line = first === undefined ? undefined : this.#blocks[first.at]?.line;
    if (first === undefined || line === undefined) return;
    const end = first.form === 'tag' ? 'a line </Tabs>' : `a line ${':'.repeat(first.colons)}`;
    const message = `this block is never closed, so all that follows is in it; end it with ${end}`;
    this.#place.findings.warning('block-open', this.#place.file, line, message);
  }

  #next(source: string): void {
    const raw = widened(source);
    if (raw.trim() === '') {
      this.#emit(this.#open.length === 0 ? source : '');
      return;
    }
    const indent = raw.search(/\S/);
    for (let top = this.#open.at(-1); top?.form === 'indent' && indent < top.min; top = this.#open.at(-1)) {
      this.#close();
    }
    const strip = this.#open.reduce((sum, { strip: one }) => sum + one, 0);
    const line = raw.slice(Math.min(strip, indent));
    // Code keeps its tabs, unless it is indented in a block.
    if (this.#isCode(line, indent - strip) || !this.#mark(line, indent)) this.#emit(strip === 0 ? source : line);
  }

  /** True for lines in which marks are no marks: code, and markup that holds code. */
  #isCode(line: string, indent: number): boolean {
    if (this.#html) {
      if (HTML_END.test(line)) this.#html = false;
      return true;
    }
    const wasOpen = this.#fences.open();
    if (!wasOpen) {
      if (LIST_ITEM.test(line)) this.#inList = true;
      else if (/^\S/.test(line)) this.#inList = false;
      if (this.#open.at(-1)?.form === 'group' && !isTab(line)) this.#close();
    }
    if (this.#fences.next(line)) {
      const opened = wasOpen ? null : openedFence(line);
      if (opened !== null) this.#fence = { marks: opened.mark.repeat(opened.length), at: this.#at };
      return true;
    }
    if (HTML_WITH_BLANK_LINES.test(line) && !HTML_END.test(line)) {
      this.#html = true;
      return true;
    }
    return indent >= 4 && !this.#inList;
  }

  /** True when the line is one of the marks, and was taken. */
  #mark(line: string, indent: number): boolean {
    if (this.#blocks.length >= MAX_BLOCKS || line.length > MAX_LINE) return false;
    const margin = /^ */.exec(line)?.[0] ?? '';
    return (
      this.#colons(line, margin) ||
      this.#admonition(line, margin, indent) ||
      this.#tab(line, margin, indent) ||
      this.#tags(line, margin) ||
      this.#formula(line, margin) ||
      this.#leftOut(line)
    );
  }

  /** `:::name`, `:::name[Title]`, `::: name Title`, `:::name{title="Title"}`, and the colons that end it. */
  #colons(line: string, margin: string): boolean {
    const found = /^ *(:{3,})[ \t]*(?:(\{?)[ \t]*\.?([A-Za-z][\w-]*)[ \t]*(.*))?$/.exec(line);
    if (found === null) return false;
    const [, colons = '', brace, name, words = ''] = found;
    const rest = `${brace ?? ''}${words}`;
    if (name === undefined) return this.#endColons(colons.length, line);
    const kind = blockKind(name);
    const attributes = /\{([^{}]*)\}?[ \t]*$/.exec(rest)?.[1] ?? '';
    const label = rest.replace(/\{[^{}]*\}?[ \t]*$/, '').trim();
    const title = /^\[(.*)\]$/.exec(label)?.[1] ?? (label === '' ? attributeOf(attributes, 'title', 'label') : label);
    const form = kind === null ? 'unknown' : 'colons';
    const own = { form, colons: colons.length, min: 0, strip: 0, margin } as const;
    if (kind !== null) this.#begin({ kind, title, isOpen: /\bopen\b/.test(attributes) }, own);
    else {
      this.#open.push({ at: -1, ...own });
      this.#emit(line);
    }
    return true;
  }

  #endColons(count: number, line: string): boolean {
    const index = this.#open.findLastIndex(({ form, colons }) => colons > 0 && colons <= count && form !== 'group');
    if (index === -1) return false;
    while (this.#open.length > index + 1) this.#close();
    if (this.#open[index]?.form === 'unknown') this.#emit(line);
    this.#close();
    return true;
  }

  /** `!!! note "Title"`, and `??? note` or `???+ note` for one that opens. Its content is indented. */
  #admonition(line: string, margin: string, indent: number): boolean {
    const [, mark, name = '', rest = ''] = /^ *(!!!|\?\?\?\+?)[ \t]+([A-Za-z][\w-]*)(.*)$/.exec(line) ?? [];
    const words = rest.trim();
    const quoted = /(?:^|\s)(?:"([^"]*)"|'([^']*)')$/.exec(words);
    const classes = quoted === null ? words : words.slice(0, quoted.index);
    if (mark === undefined || !/^[\w -]*$/.test(classes)) return false;
    const box = boxNamed(name);
    const folds = mark !== '!!!';
    const title = quoted === null ? (folds ? box.title() : null) : (quoted[1] ?? quoted[2] ?? '');
    const own = { form: 'indent', colons: 0, min: indent + 4, strip: 4, margin } as const;
    this.#begin({ kind: folds ? { is: 'details' } : box, title, isOpen: mark.endsWith('+') }, own);
    return true;
  }

  /** `=== "Title"`: a tab. Those that follow each other are together. */
  #tab(line: string, margin: string, indent: number): boolean {
    const found = TAB.exec(line);
    if (found === null) return false;
    const group = this.#open.at(-1);
    if (group?.form === 'group' && group.margin.length !== margin.length) this.#close();
    if (this.#open.at(-1)?.form !== 'group') {
      const own = { form: 'group', colons: 0, min: 0, strip: 0, margin } as const;
      this.#begin({ kind: { is: 'tabs' }, title: null, isOpen: false }, own);
    }
    const own = { form: 'indent', colons: 0, min: indent + 4, strip: 4, margin } as const;
    this.#begin({ kind: { is: 'tab' }, title: found[1] ?? '', isOpen: false }, own);
    return true;
  }

  /** Tabs of Docusaurus. */
  #tags(line: string, margin: string): boolean {
    const read = readTabTags(this.#source, this.#at, line);
    if (read === null) return false;
    for (const piece of read.pieces) {
      if ('text' in piece) this.#emit(margin + piece.text);
      else if (piece.closes) {
        const index = this.#open.findLastIndex(
          ({ form, at }) => form === 'tag' && this.#blocks[at]?.kind.is === piece.is,
        );
        while (index !== -1 && this.#open.length > index) this.#close();
      } else {
        const own = { form: 'tag', colons: 0, min: 0, strip: piece.strip, margin } as const;
        this.#begin({ kind: { is: piece.is }, title: piece.title, isOpen: piece.isOpen }, own);
      }
    }
    this.#at = read.last;
    return true;
  }

  #formula(line: string, margin: string): boolean {
    const taken = takeFormula(this.#source, this.#at, line);
    if (taken === null) return false;
    if (taken === 'open') {
      this.#find('formula-open', 'this formula is never closed, and is shown as it stands; end it with a line $$');
      return false;
    }
    this.#emit('');
    this.#emit(margin + this.#keepFormula(taken.tex, this.#line()));
    this.#emit('');
    this.#at = taken.last;
    return true;
  }

  /** Lines that mean nothing here. */
  #leftOut(line: string): boolean {
    if (TABLE_OF_CONTENTS.test(line)) {
      const message = `"${line.trim()}" is left out: the outline of a page is beside its text. Delete the line`;
      this.#find('mark-left-out', message);
      return true;
    }
    const before = this.#moduleEnd === this.#at - 1 ? '' : (this.#source[this.#at - 1]?.trim() ?? '');
    const isModule =
      MODULE_LINE.test(line) ||
      (OPENS_MODULE_LINES.test(line) && this.#source[endOfModuleLines(this.#source, this.#at)] !== line);
    if (!isModule || !(before === '' || MODULE_LINE.test(before))) return false;
    const message = `"${shortened(line.trim(), 60)}" is left out: texts have no modules. Delete the line, or put code into a block of code`;
    this.#find('mark-left-out', message);
    this.#at = endOfModuleLines(this.#source, this.#at);
    this.#moduleEnd = this.#at;
    return true;
  }

  #begin(block: Pick<Block, 'kind' | 'isOpen'> & { title: string | null }, open: Omit<Open, 'at'>): void {
    const { title, kind, isOpen } = block;
    const at = this.#blocks.push({ kind, isOpen, hasTitle: title !== null, line: this.#line() }) - 1;
    this.#open.push({ at, ...open });
    this.#emit('');
    this.#emit(`${open.margin}${BEGIN}${at}\ue001${title ?? ''}`);
    this.#emit('');
  }

  #close(): void {
    const open = this.#open.pop();
    if (open === undefined || open.form === 'unknown') return;
    this.#closeFence(open.margin);
    this.#emit('');
    this.#emit(`${open.margin}${END}${open.at}\ue001`);
    this.#emit('');
  }

  /** Code that is still open where its block ends would hold the rest of the text. */
  #closeFence(margin: string): void {
    const fence = this.#fence;
    if (!this.#fences.open() || fence === null) return;
    this.#emit(margin + fence.marks);
    this.#fences = fenceFollower();
    const { file, findings, line } = this.#place;
    const message = `this block of code is never closed, and ends with the box around it; end it with a line ${fence.marks}`;
    findings.warning('fence-open', file, line + fence.at, message);
  }

  #line(): number {
    return this.#place.line + this.#at;
  }

  #find(code: string, message: string): void {
    this.#place.findings.warning(code, this.#place.file, this.#line(), message);
  }

  #emit(line: string): void {
    this.#out.push(line);
    this.#lines.push(this.#at + 1);
  }
}

const TAB = /^ *===[!+]?[ \t]+["'](.+)["'][ \t]*$/;
const isTab = (line: string): boolean => TAB.test(line);

/** Tabs at the margin as spaces. */
function widened(line: string): string {
  return line.replace(/^[ \t]+/, (space) => (space.includes('\t') ? space.replace(/ {0,3}\t/g, '    ') : space));
}

function attributeOf(attributes: string, ...names: string[]): string | null {
  for (const name of names) {
    const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
    if (found !== null) return found[1] ?? found[2] ?? '';
  }
  return null;
}
