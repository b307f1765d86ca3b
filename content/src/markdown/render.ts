import type { Element, ElementContent, Nodes, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Root as MarkdownRoot } from 'mdast';
import rehypeRaw from 'rehype-raw';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { inBuildLanguage } from '../build-language.ts';
import { checkDirectives } from '../checks/texts/directives.ts';
import { checkHeadingOrder } from '../checks/texts/heading-order.ts';
import { checkOpenFences } from '../checks/texts/open-fences.ts';
import { checkOtherMarks } from '../checks/texts/other-marks.ts';
import { plainRuns } from '../checks/texts/plain-runs.ts';
import {
  checkFootnotes,
  checkOpenReferences,
  checkUnusedDefinitions,
  noteReferences,
} from '../checks/texts/references.ts';
import type { TextSource } from '../text-source.ts';
import { decorateLinks, idsOf } from './anchors.ts';
import { endBareLinks } from './bare-links.ts';
import { CONTENT_CLASSES } from './classes.ts';
import { decorateCode, plainCodeFigure } from './code.ts';
import type { CodeWords } from './code-words.ts';
import type { RenderContext, RenderInner, TextPlace } from './context.ts';
import { languageOfFile } from './context.ts';
import { type Dialect, dialectOf, type Part } from './dialects.ts';
import { foldBlocks } from './fold-blocks.ts';
import { formulaList, placeFormulas, takeInlineFormulas } from './formulas.ts';
import { h } from './hast.ts';
import { dropTrailingHeading, flattenHeadings, type Heading, makeEyebrows, settleHeadings } from './headings.ts';
import { includeFiles } from './include-files.ts';
import { keepPlaceholders } from './known-elements.ts';
import { liftBlocks } from './lift-blocks.ts';
import { parseMarkdown, type TooComplex, withAppendix } from './parse.ts';
import { decoratePictures } from './pictures.ts';
import { decorateQuotedAlerts } from './quoted-alerts.ts';
import type { Rendered, TextForm } from './rendered.ts';
import { sanitise } from './sanitise.ts';
import { settleAttributes } from './settle-attributes.ts';
import { settleCode } from './settle-code.ts';
import { MARKS, markedIndex, markOf, withoutMarks } from './shortcodes.ts';
import { decorateTables, decorateTaskBoxes } from './tables.ts';
import { takeBlocks } from './take-blocks.ts';
import { frameOf, videoElement, videoOfAddress } from './videos.ts';

const toHtmlTree = unified().use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' }).freeze();
const rawParser = unified().use(rehypeRaw).freeze();
const printer = unified()
  .use(rehypeStringify, { characterReferences: { useNamedReferences: true } })
  .freeze();

/** Renders one Markdown text of an item: shortcodes, Markdown, the sanitiser, then our own elements. */
export async function renderMarkdown(source: TextSource, form: TextForm, context: RenderContext): Promise<Rendered> {
  const { memo, additions } = context;
  const rendered = await inBuildLanguage(languageOfFile(source.file, context), () =>
    memo === undefined || additions !== undefined
      ? renderFresh(source, form, context)
      : memo.render(source, form, context, (own) => renderFresh(source, form, own)),
  );
  context.found.push(...rendered.links);
  return rendered;
}

async function renderFresh(source: TextSource, form: TextForm, context: RenderContext): Promise<Rendered> {
  const { file, dialect } = source;
  const own = dialect === undefined ? {} : { dialect };
  const place: TextPlace = {
    ...context,
    found: [],
    file,
    line: 1,
    reported: new Set(),
    references: { definitions: [], used: new Set() },
    ...own,
  };
  try {
    return await renderText(source.text, dialectOf(source), form, place);
  } catch (error) {
    // Nesting deeper than the call stack: thousands of nested elements.
    if (!(error instanceof RangeError)) throw error;
    const message = 'the text is nested too deeply to be read; it is shown as it stands. Flatten it';
    place.findings.error('text-too-complex', source.file, 1, message);
    return plain(source.text);
  }
}

async function renderText(text: string, dialect: Dialect, form: TextForm, place: TextPlace): Promise<Rendered> {
  const { text: markdown, parts: taken } = dialect.take(text, place);
  const parts: (Part | Element)[] = [...taken];
  const read = await treeOf(markdown, parts, place, { isWhole: true });
  if ('trouble' in read) {
    const message = `${read.trouble.message}. Until then the text is shown as it stands`;
    place.findings.error('text-too-complex', place.file, read.trouble.line, message);
    return plain(text);
  }
  const { tree, looks } = read;
  if (form === 'summary') dropTrailingHeading(tree);
  const headings = form === 'note' ? [] : outlineOf(tree, place);
  if (form === 'note') flattenHeadings(tree, CONTENT_CLASSES.minorHeading);
  await decorate(tree, looks, place);
  if (parts.length > 0) await insertParts(tree, parts, place, inner({ ...place, anchors: idsOf(tree) }, dialect, 0));
  if (form !== 'note') checkUnusedDefinitions(place);
  place.additions?.finished(tree, place);
  const words = textOf(tree)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return { html: print(tree), headings, words, links: place.found };
}

function outlineOf(tree: Root, place: TextPlace): Heading[] {
  makeEyebrows(tree);
  checkHeadingOrder(tree, place);
  return settleHeadings(tree);
}

/**
 * Parses a Markdown text, reports what it finds in it, and returns sanitised HTML: with boxes, tabs and formulas, without
 * what only finished texts have.
 *
 * @param parts receives what is set aside; a mark in the tree stands in for each
 * @param isWhole false for a text inside a shortcode, whose lines are not lines of the file
 */
async function treeOf(
  markdown: string,
  parts: (Part | Element)[],
  place: TextPlace,
  { isWhole }: { isWhole: boolean },
): Promise<{ tree: Root; looks: readonly CodeWords[] } | { trouble: TooComplex }> {
  const keep = (part: Part | Element) => markOf(parts.push(part) - 1);
  const formulas = formulaList();
  const taken = takeBlocks(markdown, place, (tex, line) => formulas.keep({ tex, line, isBlock: true }));
  // Those of the text around a shortcode are used inside of it.
  const parsed = parseMarkdown(isWhole ? taken.text : withAppendix(taken.text, place.references.definitions));
  if ('trouble' in parsed) {
    const { line, message } = parsed.trouble;
    return { trouble: { line: taken.lines?.[line - 1] ?? line, message } };
  }
  endBareLinks(parsed.tree, taken.text);
  if (taken.lines !== null) moveLines(parsed.tree, taken.lines);
  if (isWhole) noteReferences(parsed.tree, place);
  else noteReferences(parsed.tree, { ...place, references: { ...place.references, definitions: [] } });
  if (isWhole) {
    checkOpenFences(parsed.tree, taken.text, place);
    checkDirectives(parsed.tree, place);
    checkFootnotes(parsed.tree, place);
  } else {
    // Lines inside a shortcode are not lines of the file.
    visit(parsed.tree, (node) => {
      delete node.position;
    });
  }
  includeFiles(parsed.tree, place);
  await place.additions?.parsed(parsed.tree, keep, place);
  const looks = settleCode(parsed.tree, keep, formulas, place);
  settleAttributes(parsed.tree);
  takeInlineFormulas(parsed.tree, formulas, place);
  const runs = plainRuns(parsed.tree, place.line);
  checkOpenReferences(runs, taken.text, place);
  checkOtherMarks(parsed.tree, runs, taken.text, place);
  const tree = cleanTree(parsed.tree, place, parts);
  foldBlocks(tree, taken.blocks, place);
  await placeFormulas(tree, formulas, place);
  return { tree, looks };
}

/** Gives the nodes the lines of the source. */
function moveLines(tree: MarkdownRoot, lines: readonly number[]): void {
  const moved = new Set<object>();
  visit(tree, ({ position }) => {
    for (const point of [position?.start, position?.end]) {
      if (point === undefined || moved.has(point)) continue;
      moved.add(point);
      point.line = lines[point.line - 1] ?? point.line;
    }
  });
}

/** Markdown to sanitised HTML; frames of known players are set aside in `parts`. */
function cleanTree(markdown: MarkdownRoot, place: TextPlace, parts: (Part | Element)[] | Element[]): Root {
  const hasMarkup = keepPlaceholders(markdown);
  let tree = toHtmlTree.runSync(markdown) as Root;
  if (hasMarkup) {
    tree = rawParser.runSync(tree) as Root;
    takeFrames(tree, parts);
  }
  return sanitise(tree, place.file, place.line, place.findings);
}

function takeFrames(tree: Root, parts: (Part | Element)[] | Element[]): void {
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName !== 'iframe' || parent === undefined || index === undefined) return;
    const { src, title } = frameOf(element);
    const video = videoOfAddress(src);
    if (video === null) return;
    parent.children[index] = h('p', {}, markOf(parts.length));
    parts.push(videoElement(video, title));
  });
}

async function decorate(tree: Root, looks: readonly CodeWords[], place: TextPlace): Promise<void> {
  decorateLinks(tree, place);
  await decoratePictures(tree, place);
  decorateQuotedAlerts(tree, place);
  decorateTaskBoxes(tree);
  decorateTables(tree);
  await decorateCode(tree, looks);
}

/** Inserts each shortcode at its placeholder; each placeholder counts once, so that text cannot multiply elements. */
async function insertParts(
  tree: Root,
  parts: readonly (Part | Element)[],
  place: TextPlace,
  renderInner: RenderInner,
): Promise<void> {
  if (parts.length === 0) return;
  const rendered: ElementContent[][] = [];
  for (const part of parts) rendered.push(typeof part === 'function' ? await part(place, renderInner) : [part]);
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
  dropMarks(tree);
  liftBlocks(tree);
}

/** A placeholder in an attribute (the alternative text of an image) is removed. */
function dropMarks(tree: Root): void {
  visit(tree, 'element', ({ properties }) => {
    for (const [name, value] of Object.entries(properties)) {
      if (typeof value === 'string' && MARKS.test(value)) {
        properties[name] = value
          .split(MARKS)
          .filter((_piece, at) => at % 2 === 0)
          .join('');
      }
    }
  });
}

/** The number of the placeholder that is the only content of a paragraph or code figure. */
function wholeMark(node: Nodes): number | null {
  if (node.type !== 'element') return null;
  if (node.tagName === 'p' || (node.tagName === 'figure' && node.properties.className !== undefined)) {
    const code = node.tagName === 'figure' ? node.children.at(-1) : node;
    return code === undefined ? null : markedIndex(textOf(code));
  }
  return null;
}

/** Levels of nested shortcodes. */
const MAX_DEPTH = 8;

/** Renders the Markdown inside a shortcode, with nested shortcodes where the dialect has them. */
function inner(place: TextPlace, dialect: Dialect, depth: number): RenderInner {
  return async (markdown, line, headings = CONTENT_CLASSES.alertTitle) => {
    const at = { ...place, line };
    if (depth > MAX_DEPTH) {
      const message = `more than ${MAX_DEPTH} shortcodes inside each other; flatten the text`;
      at.findings.error('text-too-complex', at.file, line, message);
      return { type: 'root', children: [plainCodeFigure(withoutMarks(markdown))] };
    }
    const taken = dialect.nests ? dialect.take(markdown, at) : { text: withoutMarks(markdown), parts: [] };
    const parts: (Part | Element)[] = [...taken.parts];
    const read = await treeOf(taken.text, parts, at, { isWhole: false });
    if ('trouble' in read) {
      at.findings.error('text-too-complex', at.file, line, read.trouble.message);
      return { type: 'root', children: [plainCodeFigure(withoutMarks(markdown))] };
    }
    const { tree, looks } = read;
    flattenHeadings(tree, headings);
    await decorate(tree, looks, at);
    await insertParts(tree, parts, at, inner(at, dialect, depth + 1));
    return tree;
  };
}

function plain(text: string): Rendered {
  const tree: Root = { type: 'root', children: [h('pre', { className: [CONTENT_CLASSES.plainText] }, text)] };
  return { html: print(tree), headings: [], words: 0, links: [] };
}

function print(tree: Root): string {
  return printer.stringify(tree).trim();
}
