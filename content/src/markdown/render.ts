import type { Element, Nodes, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Root as MarkdownRoot } from 'mdast';
import rehypeRaw from 'rehype-raw';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import type { TextSource } from '../text-source.ts';
import { decorateLinks } from './anchors.ts';
import { CONTENT_CLASSES } from './classes.ts';
import { decorateCode, plainCodeFigure } from './code.ts';
import type { RenderContext, TextPlace } from './context.ts';
import { h } from './hast.ts';
import { dropTrailingHeading, flattenHeadings, type Heading, settleHeadings } from './headings.ts';
import { keepPlaceholders } from './known-elements.ts';
import { parseMarkdown } from './parse.ts';
import { decoratePictures } from './pictures.ts';
import { renderShortcode } from './render-shortcode.ts';
import { sanitise } from './sanitise.ts';
import { MARKS, markedIndex, markOf, type Shortcode, takeShortcodes, withoutMarks } from './shortcodes.ts';
import { decorateTables, decorateTaskBoxes } from './tables.ts';
import { frameOf, videoElement, videoOfAddress } from './videos.ts';

/** A text as the learner gets it. */
export interface Rendered {
  /** Sanitised; complete with our own parts. Classes: `classes.ts`. */
  html: string;
  /** Headings of level 2. */
  headings: Heading[];
  /** For the reading time. */
  words: number;
}

/**
 * `page`: the text of a page, with an outline. `summary`: the text of a course page, whose last heading belongs to the
 * application's outline. `note`: a short text in a list or beside something, without headings.
 */
export type TextForm = 'page' | 'summary' | 'note';

const toHtmlTree = unified().use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' }).freeze();
const rawParser = unified().use(rehypeRaw).freeze();
const printer = unified()
  .use(rehypeStringify, { characterReferences: { useNamedReferences: true } })
  .freeze();

/** Renders one Markdown text of an item: shortcodes, Markdown, the sanitiser, then our own parts. */
export async function renderMarkdown(source: TextSource, form: TextForm, context: RenderContext): Promise<Rendered> {
  const place: TextPlace = { ...context, file: source.file, line: 1 };
  try {
    return await renderText(source.text, form, place);
  } catch (error) {
    // Nesting deeper than the call stack: thousands of elements inside each other.
    if (!(error instanceof RangeError)) throw error;
    const message = 'the text is nested too deeply to be read; it is shown as it stands. Flatten it';
    place.findings.error('text-too-complex', source.file, 1, message);
    return plain(source.text);
  }
}

async function renderText(text: string, form: TextForm, place: TextPlace): Promise<Rendered> {
  const { text: markdown, shortcodes } = takeShortcodes(text, place.file, place.findings);
  const parsed = parseMarkdown(markdown);
  if ('trouble' in parsed) {
    const message = `${parsed.trouble.message}. Until then the text is shown as it stands`;
    place.findings.error('text-too-complex', place.file, parsed.trouble.line, message);
    return plain(text);
  }
  const parts: (Shortcode | Element)[] = [...shortcodes];
  const tree = cleanTree(parsed.tree, place, parts);
  if (form === 'summary') dropTrailingHeading(tree);
  const headings = form === 'note' ? [] : settleHeadings(tree);
  if (form === 'note') flattenHeadings(tree, CONTENT_CLASSES.minorHeading);
  await decorate(tree, place);
  await insertParts(tree, parts, place);
  const words = textOf(tree)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return { html: print(tree), headings, words };
}

/** Markdown to cleaned HTML; frames of known players are kept aside in `parts`. */
function cleanTree(markdown: MarkdownRoot, place: TextPlace, parts: (Shortcode | Element)[]): Root {
  const hasMarkup = keepPlaceholders(markdown);
  let tree = toHtmlTree.runSync(markdown) as Root;
  if (hasMarkup) {
    tree = rawParser.runSync(tree) as Root;
    takeFrames(tree, parts);
  }
  return sanitise(tree, place.file, place.line, place.findings);
}

function takeFrames(tree: Root, parts: (Shortcode | Element)[]): void {
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName !== 'iframe' || parent === undefined || index === undefined) return;
    const { src, title } = frameOf(element);
    const video = videoOfAddress(src);
    if (video === null) return;
    parent.children[index] = h('p', {}, markOf(parts.length));
    parts.push(videoElement(video, title));
  });
}

async function decorate(tree: Root, place: TextPlace): Promise<void> {
  decorateLinks(tree, place);
  await decoratePictures(tree, place);
  decorateTaskBoxes(tree);
  decorateTables(tree);
  await decorateCode(tree);
}

/** Puts each shortcode where its mark stands; a mark counts once, so text cannot multiply parts. */
async function insertParts(tree: Root, parts: readonly (Shortcode | Element)[], place: TextPlace): Promise<void> {
  if (parts.length === 0) return;
  const rendered: Element['children'][] = [];
  for (const part of parts) {
    rendered.push('tagName' in part ? [part] : await renderShortcode(part, place, inner(place)));
  }
  const take = (index: number) => {
    const part = rendered[index] ?? [];
    rendered[index] = [];
    return part;
  };
  visit(tree, (node: Nodes, index, parent) => {
    if (parent === undefined || index === undefined) return undefined;
    const whole = wholeMark(node);
    if (whole !== null) {
      const part = take(whole);
      parent.children.splice(index, 1, ...part);
      return [SKIP, index + part.length];
    }
    if (node.type !== 'text' || !MARKS.test(node.value)) return undefined;
    const pieces = node.value.split(MARKS).flatMap((piece, at): Element['children'] => {
      if (at % 2 === 1) return take(Number(piece));
      return piece === '' ? [] : [{ type: 'text', value: piece }];
    });
    parent.children.splice(index, 1, ...pieces);
    return [SKIP, index + pieces.length];
  });
}

/** The number of the mark that is all that a paragraph or code figure holds. */
function wholeMark(node: Nodes): number | null {
  if (node.type !== 'element') return null;
  if (node.tagName === 'p' || (node.tagName === 'figure' && node.properties.className !== undefined)) {
    const code = node.tagName === 'figure' ? node.children.at(-1) : node;
    return code === undefined ? null : markedIndex(textOf(code));
  }
  return null;
}

function inner(place: TextPlace): (markdown: string, line: number) => Promise<Root> {
  return async (markdown, line) => {
    const at = { ...place, line };
    const parsed = parseMarkdown(withoutMarks(markdown));
    if ('trouble' in parsed) {
      at.findings.error('text-too-complex', at.file, line, parsed.trouble.message);
      return { type: 'root', children: [plainCodeFigure(markdown)] };
    }
    // Lines inside a shortcode are not lines of the file.
    visit(parsed.tree, (node) => {
      delete node.position;
    });
    const tree = cleanTree(parsed.tree, at, []);
    flattenHeadings(tree, CONTENT_CLASSES.alertTitle);
    await decorate(tree, at);
    return tree;
  };
}

function plain(text: string): Rendered {
  const tree: Root = { type: 'root', children: [h('pre', { className: [CONTENT_CLASSES.plainText] }, text)] };
  return { html: print(tree), headings: [], words: 0 };
}

function print(tree: Root): string {
  return printer.stringify(tree).trim();
}
