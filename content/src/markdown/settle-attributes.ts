import type { Image, ImageReference, Nodes, Parents, Root } from 'mdast';
import { visit } from 'unist-util-visit';

/** Attributes in braces: `{#id}`, `{: width="200"}`. */
const BRACES = /^\{:?[ \t]*([^{}\n]{1,200}?)[ \t]*\}/;
const BRACES_AT_END = /[ \t]*\{:?[ \t]*([^{}\n]{1,200}?)[ \t]*\}[ \t]*$/;
/** Each part is an id, a class or a name with a value. */
const ATTRIBUTES =
  /^(?:[#.][\p{L}\p{N}_:.-]+|[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'{}]+)|-)(?:\s+(?:[#.][\p{L}\p{N}_:.-]+|[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'{}]+)|-))*$/u;

/** Ids behind headings and widths behind pictures, which other renderers know. */
export function settleAttributes(tree: Root): void {
  visit(tree, (node: Nodes, index, parent: Parents | undefined) => {
    if (node.type === 'heading') settleHeading(node);
    if ((node.type === 'image' || node.type === 'imageReference') && parent !== undefined && index !== undefined)
      settleImage(node, parent, index);
  });
}

function settleHeading(heading: Extract<Nodes, { type: 'heading' }>): void {
  const last = heading.children.at(-1);
  const attributes = last?.type === 'text' ? BRACES_AT_END.exec(last.value) : null;
  if (last?.type !== 'text' || attributes === null || !ATTRIBUTES.test(attributes[1] ?? '')) return;
  last.value = last.value.slice(0, attributes.index);
  if (last.value === '') heading.children.pop();
  const id = /(?:^|\s)(?:#|id\s*=\s*["']?)([\p{L}\p{N}_:.-]+)/u.exec(attributes[1] ?? '')?.[1];
  if (id !== undefined) heading.data = { ...heading.data, hProperties: { id } };
}

function settleImage(image: Image | ImageReference, parent: Parents, index: number): void {
  const next = parent.children[index + 1];
  const attributes = next?.type === 'text' ? BRACES.exec(next.value) : null;
  if (next?.type !== 'text' || attributes === null || !ATTRIBUTES.test(attributes[1] ?? '')) return;
  next.value = next.value.slice(attributes[0].length);
  if (next.value === '') parent.children.splice(index + 1, 1);
  const width = /(?:^|\s)width\s*=\s*["']?([\d.]+(?:px|%)?)/.exec(attributes[1] ?? '')?.[1];
  if (width !== undefined) image.data = { ...image.data, hProperties: { width } };
}
