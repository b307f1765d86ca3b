import type { Element, ElementContent, Root, RootContent, Text } from 'hast';
import rehypeRaw from 'rehype-raw';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { basicHtml } from './basic-html.ts';
import { parseMarkdown } from './markdown/parse.ts';

const converter = unified().use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw).freeze();
const printer = unified().use(rehypeStringify).freeze();

/** Block elements, with the number of line breaks around them. */
const BLOCKS: ReadonlyMap<string, number> = new Map([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'ul', 'ol', 'table', 'div', 'section', 'hr'].map(
    (name) => [name, 2] as const,
  ),
  ...['li', 'tr', 'dt', 'dd'].map((name) => [name, 1] as const),
]);

/**
 * Renders the Markdown of a message of a sentence or two. Emphasis, code, links and line breaks stay; paragraphs and
 * list items become lines, and other blocks their text. Basic HTML is allowed.
 *
 * @returns sanitised HTML; empty when no text is left, null for a text that is too complex to parse
 */
export function basicMarkdown(text: string): string | null {
  const parsed = parseMarkdown(text);
  if ('trouble' in parsed) return null;
  const tree = converter.runSync(parsed.tree) as Root;
  return basicHtml(printer.stringify({ type: 'root', children: linesOf(tree.children) })).replace(/^(<br>)+/, '');
}

/** The content of blocks as one run of text, with line breaks where a block begins or ends. */
function linesOf(nodes: readonly RootContent[]): ElementContent[] {
  const run: ElementContent[] = [];
  /** Line breaks before the next text. */
  let owed = 0;
  const add = (node: ElementContent): void => {
    if (run.length > 0) for (let at = 0; at < owed; at += 1) run.push(element('br'));
    owed = 0;
    run.push(node);
  };
  const walk = (siblings: readonly RootContent[]): void => {
    for (const node of siblings) {
      if (node.type === 'text') {
        // Between blocks there are only the line breaks of the source.
        if (node.value.trim() !== '' || (owed === 0 && run.length > 0)) add(node);
      } else if (node.type === 'element') {
        const breaks = BLOCKS.get(node.tagName);
        if (breaks === undefined) add(node);
        else block(node, breaks);
      }
    }
  };
  const block = (node: Element, breaks: number): void => {
    owed = Math.max(owed, breaks);
    if (node.tagName === 'ul' || node.tagName === 'ol') items(node);
    else if (node.tagName === 'table') rows(node);
    else walk(trimmed(node.children));
    owed = Math.max(owed, breaks);
  };
  const items = (list: Element): void => {
    let number = Number(list.properties.start ?? 1);
    for (const item of list.children) {
      if (item.type !== 'element') continue;
      owed = Math.max(owed, 1);
      add({ type: 'text', value: list.tagName === 'ol' ? `${number}. ` : '• ' });
      number += 1;
      walk(inline(item.children));
      owed = 1;
    }
  };
  const rows = (table: Element): void => {
    for (const row of found(table, 'tr')) {
      owed = Math.max(owed, 1);
      const cells = row.children.filter((cell) => cell.type === 'element');
      for (const [at, cell] of cells.entries()) {
        if (at > 0) add({ type: 'text', value: ' ' });
        walk(cell.children);
      }
    }
  };
  walk(nodes);
  return run;
}

/** A single paragraph in a list item counts as inline content. */
function inline(children: readonly ElementContent[]): ElementContent[] {
  return trimmed(
    children.flatMap((child) => (child.type === 'element' && child.tagName === 'p' ? child.children : [child])),
  );
}

/** Without trailing line breaks of the source, as in code blocks. */
function trimmed(children: readonly ElementContent[]): ElementContent[] {
  return children.map((child, at) => {
    if (at !== children.length - 1) return child;
    if (child.type === 'text') return { ...child, value: child.value.trimEnd() } satisfies Text;
    if (child.type === 'element' && child.tagName === 'code') return { ...child, children: trimmed(child.children) };
    return child;
  });
}

function found(within: Element, tagName: string): Element[] {
  return within.children.flatMap((child) =>
    child.type !== 'element' ? [] : child.tagName === tagName ? [child] : found(child, tagName),
  );
}

const element = (tagName: string): Element => ({ type: 'element', tagName, properties: {}, children: [] });
