import { createHash } from 'node:crypto';
import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import { contentTexts } from '../content-texts.ts';
import { CONTENT_CLASSES } from './classes.ts';
import type { TextPlace } from './context.ts';
import { h } from './hast.ts';
import { alertElement } from './render-shortcode.ts';
import { type Block, blockMark, withoutBlockMarks } from './take-blocks.ts';

interface Open {
  block: Block | null;
  at: number;
  title: ElementContent[];
  children: ElementContent[];
}

/** Puts what stands between the markers of a block into its element. The tree is sanitised already. */
export function foldBlocks(tree: Root, blocks: readonly Block[], place: TextPlace): void {
  if (blocks.length === 0) return;
  fold(tree, blocks, place);
  // Markup that is never closed holds marks as text.
  visit(tree, 'text', (text) => {
    if (text.value.includes('\ue000')) text.value = withoutBlockMarks(text.value);
  });
}

function fold(parent: Root | Element, blocks: readonly Block[], place: TextPlace): void {
  for (const child of parent.children) if (child.type === 'element') fold(child, blocks, place);
  if (!parent.children.some((child) => markIn(child) !== null)) return;
  const outer: Open = { block: null, at: -1, title: [], children: [] };
  const open: Open[] = [outer];
  const close = () => {
    const top = open.pop();
    if (top?.block != null) open.at(-1)?.children.push(...elementOf(top, top.block, place));
  };
  for (const child of parent.children as ElementContent[]) {
    const mark = markIn(child);
    if (mark === null) {
      open.at(-1)?.children.push(child);
    } else if (mark.isEnd) {
      // One that begins in another list item or quote ends there.
      if (open.some(({ at }) => at === mark.at)) while (open.length > 1 && open.at(-1)?.at !== mark.at) close();
      if (open.at(-1)?.at === mark.at) close();
    } else {
      open.push({ block: blocks[mark.at] ?? null, at: mark.at, title: mark.rest, children: [] });
    }
  }
  while (open.length > 1) close();
  parent.children = outer.children;
}

function markIn(node: Root['children'][number]): { at: number; isEnd: boolean; rest: ElementContent[] } | null {
  if (node.type !== 'element' || node.tagName !== 'p') return null;
  const [first, ...others] = node.children;
  const mark = first?.type === 'text' ? blockMark(first.value) : null;
  if (first?.type !== 'text' || mark === null) return null;
  const value = first.value.slice(mark.length).trimStart();
  return { ...mark, rest: value === '' ? others : [{ ...first, value }, ...others] };
}

function elementOf({ title, children }: Open, block: Block, place: TextPlace): ElementContent[] {
  const { kind, hasTitle } = block;
  switch (kind.is) {
    case 'box': {
      const name = textOf({ type: 'root', children: title }).trim() || kind.title();
      return [alertElement(kind.look, name, hasTitle ? title : [kind.title()], children)];
    }
    case 'details':
      return [details(block, title, children)];
    case 'tabs':
      return [tabsElement(children, block.line, place)];
    case 'tab':
      return [tabElement(title, children, block.isOpen)];
  }
}

function details({ isOpen }: Block, title: ElementContent[], children: ElementContent[]): Element {
  const words = title.length > 0 ? title : [contentTexts.more];
  return h('details', isOpen ? { open: true } : {}, h('summary', {}, ...words), ...children);
}

/** One tab, for `tabsElement`. */
export function tabElement(
  title: readonly (ElementContent | string)[],
  children: ElementContent[],
  isOpen: boolean,
): Element {
  const words = title.length > 0 ? title : [h('span', {}, contentTexts.more)];
  const text = h('div', { className: [CONTENT_CLASSES.tabText] }, ...children);
  return h('details', { className: [CONTENT_CLASSES.tab], open: isOpen }, h('summary', {}, ...words), text);
}

/**
 * Tabs, of which one is open: the first, unless the text says otherwise; the browser closes the others.
 *
 * @param line where they begin in the text
 * @param titles in the place of the tabs' own
 */
export function tabsElement(
  children: ElementContent[],
  line: number,
  { file }: Pick<TextPlace, 'file'>,
  titles: readonly string[] = [],
): Element {
  const all = children.filter(isTab);
  const first = all.find(({ properties }) => properties.open === true) ?? all[0];
  // A page may show several texts, and a name belongs to the page.
  const name = `tabs-${createHash('sha256').update(`${file}:${line}`).digest('hex').slice(0, 8)}`;
  for (const [at, tab] of all.entries()) {
    tab.properties = { className: [CONTENT_CLASSES.tab], name, open: tab === first };
    const [summary] = tab.children;
    const title = titles[at] ?? '';
    if (title !== '' && summary?.type === 'element') summary.children = [{ type: 'text', value: title }];
  }
  return h('div', { className: [CONTENT_CLASSES.tabs] }, ...children);
}

function isTab(node: ElementContent): node is Element {
  if (node.type !== 'element' || node.tagName !== 'details') return false;
  const { className } = node.properties;
  return Array.isArray(className) && className.includes(CONTENT_CLASSES.tab);
}
