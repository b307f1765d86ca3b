import type { Nodes, Paragraph, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import { SKIP, visit } from 'unist-util-visit';

/** A line of a paragraph. */
type Line = PhrasingContent[];

/**
 * Definition lists as Hugo knows them: a paragraph whose lines are terms, and behind them lines ": meaning"; the first meaning
 * may also begin a paragraph of its own.
 */
export function settleDefinitionLists(tree: Root): void {
  visit(tree, 'paragraph', (paragraph, index, parent) => {
    if (parent === undefined || index === undefined) return undefined;
    const lines = linesOf(paragraph);
    const first = lines.findIndex(isMeaning);
    if (first === -1) return undefined;
    const before = first === 0 ? parent.children[index - 1] : undefined;
    const terms =
      before?.type === 'paragraph' && !linesOf(before).some(isMeaning) ? linesOf(before) : lines.slice(0, first);
    if (terms.length === 0) return undefined;
    const from = before === undefined ? index : index - 1;
    const list = listOf(terms, lines.slice(first));
    const last = parent.children[from - 1];
    // The list above goes on.
    if (isList(last)) {
      last.children.push(...(list.children as never[]));
      parent.children.splice(from, index - from + 1);
      return [SKIP, from];
    }
    parent.children.splice(from, index - from + 1, list as never);
    return [SKIP, from + 1];
  });
}

const isMeaning = ([first]: Line) => first?.type === 'text' && /^:[ \t]+\S/.test(first.value);

const isList = (node: Nodes | undefined): node is Parents & Nodes => node?.data?.hName === 'dl';

function linesOf({ children }: Paragraph): Line[] {
  const lines: Line[] = [[]];
  for (const child of children) {
    if (child.type === 'break') lines.push([]);
    else if (child.type !== 'text') lines.at(-1)?.push(child);
    else
      for (const [at, value] of child.value.split('\n').entries()) {
        if (at > 0) lines.push([]);
        if (value !== '') lines.at(-1)?.push({ ...child, value });
      }
  }
  return lines.filter((line) => line.length > 0);
}

function listOf(terms: readonly Line[], rest: readonly Line[]): Paragraph {
  const entries: RootContent[] = terms.map((term) => element('dt', term));
  for (const line of rest) {
    const [first, ...others] = line;
    if (isMeaning(line) && first?.type === 'text')
      entries.push(element('dd', [{ ...first, value: first.value.replace(/^:[ \t]+/, '') }, ...others]));
    else {
      const last = entries.at(-1);
      if (last !== undefined && 'children' in last)
        (last.children as PhrasingContent[]).push({ type: 'text', value: '\n' }, ...line);
    }
  }
  return element('dl', entries as never[]);
}

/** An element of HTML: a paragraph to Markdown. */
function element(name: string, children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children, data: { hName: name } };
}
