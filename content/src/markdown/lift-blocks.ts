import type { Element, ElementContent, Root, RootContent } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { CONTENT_CLASSES } from './classes.ts';

const BLOCKS = new Set(['blockquote', 'details', 'div', 'figure', 'hr', 'ol', 'p', 'pre', 'table', 'ul']);

/** A paragraph cannot contain blocks: it is split where an element of ours stands inside one. */
export function liftBlocks(tree: Root): void {
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName !== 'p' || parent === undefined || index === undefined) return undefined;
    if (!element.children.some(isBlock)) return undefined;
    const pieces: ElementContent[] = [];
    let words: ElementContent[] = [];
    const endWords = () => {
      if (words.some((node) => node.type !== 'text' || node.value.trim() !== '')) {
        pieces.push({ ...element, children: trimmed(words) });
      }
      words = [];
    };
    for (const child of element.children) {
      if (!isBlock(child)) {
        words.push(child);
        continue;
      }
      endWords();
      pieces.push(child);
    }
    endWords();
    parent.children.splice(index, 1, ...(pieces as never[]));
    return [SKIP, index + pieces.length];
  });
  joinChecks(tree);
}

function isBlock(node: ElementContent): boolean {
  return node.type === 'element' && BLOCKS.has(node.tagName);
}

function trimmed(words: readonly ElementContent[]): ElementContent[] {
  return words.map((node, at) => {
    if (node.type !== 'text') return node;
    const start = at === 0 ? node.value.trimStart() : node.value;
    return { ...node, value: at === words.length - 1 ? start.trimEnd() : start };
  });
}

/** Joins adjacent lists of checks. */
function joinChecks(tree: Root): void {
  const join = (nodes: (RootContent | ElementContent)[]) => {
    for (let at = nodes.length - 1; at > 0; at -= 1) {
      const node = nodes[at];
      if (node === undefined || !isChecks(node)) continue;
      let before = at - 1;
      for (let other = nodes[before]; other?.type === 'text' && other.value.trim() === ''; other = nodes[before]) {
        before -= 1;
      }
      const first = nodes[before];
      if (first === undefined || !isChecks(first)) continue;
      first.children.push(...node.children);
      nodes.splice(before + 1, at - before);
      at = before + 1;
    }
  };
  join(tree.children);
  visit(tree, 'element', (element) => {
    join(element.children);
  });
}

function isChecks(node: RootContent | ElementContent): node is Element {
  if (node.type !== 'element' || node.tagName !== 'ul') return false;
  const names = node.properties.className;
  return Array.isArray(names) && names.includes(CONTENT_CLASSES.checks);
}
