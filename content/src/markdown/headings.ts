import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import { CONTENT_CLASSES } from './classes.ts';
import { ID_PREFIX } from './sanitise.ts';

export interface Heading {
  id: string;
  text: string;
}

const HEADING = /^h([1-6])$/;

function levelOf(node: Root['children'][number] | Element): number | null {
  const found = node.type === 'element' ? HEADING.exec(node.tagName) : null;
  return found === null ? null : Number(found[1]);
}

/**
 * Gives every heading an id by the usual rule (lower case, no punctuation, spaces to dashes, `-1` for repeats), keeps
 * the outline free of skipped levels below the page's own h1, and turns the small line above a heading into an eyebrow.
 *
 * @returns the headings that were of level 2 in the source, in order
 */
export function settleHeadings(tree: Root): Heading[] {
  const used = settleAnchors(tree);
  const found: Heading[] = [];
  const open: number[] = [];
  const repeats = new Map<string, number>();
  visit(tree, 'element', (element) => {
    const level = levelOf(element);
    if (level === null) return;
    const text = textOf(element).replace(/\s+/g, ' ').trim();
    if (element.properties.id === undefined) {
      element.properties.id = freeId(slugOf(text), used, repeats);
    }
    // Level 1 belongs to the page's title; a level is never more than one below the previous heading.
    const source = Math.max(level, 2);
    while ((open.at(-1) ?? 0) >= source) open.pop();
    open.push(source);
    element.tagName = `h${Math.min(open.length + 1, 6)}`;
    if (level === 2 && text !== '' && element.properties.className === undefined) {
      found.push({ id: String(element.properties.id), text });
    }
  });
  return found;
}

/** Explicit anchors: `name` becomes an id, and each id stays only at its first occurrence. */
function settleAnchors(tree: Root): Set<string> {
  const used = new Set<string>();
  visit(tree, 'element', (element) => {
    // The name of tabs is that of their group.
    const name = element.tagName === 'details' ? undefined : element.properties.name;
    const { id } = element.properties;
    if (name !== undefined) delete element.properties.name;
    const wanted = typeof id === 'string' ? id : typeof name === 'string' ? name : null;
    if (wanted === null) return;
    if (used.has(wanted) || /\s/.test(wanted)) {
      delete element.properties.id;
      return;
    }
    used.add(wanted);
    element.properties.id = wanted;
  });
  return used;
}

/** A heading of level 5 or 6 directly above a higher one is a small line, not part of the outline. */
export function makeEyebrows(tree: Root): void {
  const blocks = tree.children.filter((node) => node.type !== 'text' || node.value.trim() !== '');
  blocks.forEach((node, at) => {
    const level = levelOf(node);
    const next = blocks[at + 1];
    const below = next === undefined ? null : levelOf(next);
    if (node.type === 'element' && level !== null && level >= 5 && below !== null && below < level) {
      node.tagName = 'p';
      node.properties = { className: [CONTENT_CLASSES.eyebrow] };
    }
  });
}

/** Headings of short texts (summaries in lists, alerts) are not part of the page's outline. */
export function flattenHeadings(tree: Root, className: string): void {
  visit(tree, 'element', (element) => {
    delete element.properties.id;
    if (element.tagName === 'a') delete element.properties.name;
    if (levelOf(element) === null) return;
    element.tagName = 'p';
    element.properties = { className: [className] };
  });
}

/** Removes a heading at the end of the text, and the rule above it: the application adds the outline there itself. */
export function dropTrailingHeading(tree: Root): void {
  let dropped = false;
  for (let last = tree.children.at(-1); last !== undefined; last = tree.children.at(-1)) {
    const blank = last.type === 'text' && last.value.trim() === '';
    const rule = dropped && last.type === 'element' && last.tagName === 'hr';
    const heading: boolean = !dropped && levelOf(last) !== null;
    if (!blank && !rule && !heading) return;
    dropped ||= heading;
    tree.children.pop();
  }
}

export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-');
}

/** @param repeats how often each id occurred, so that many equal headings stay cheap */
function freeId(slug: string, used: Set<string>, repeats: Map<string, number>): string {
  const base = ID_PREFIX + (slug === '' ? 'section' : slug);
  let count = repeats.get(base) ?? 0;
  let id = count === 0 ? base : `${base}-${count}`;
  while (used.has(id)) {
    count += 1;
    id = `${base}-${count}`;
  }
  repeats.set(base, count);
  used.add(id);
  return id;
}
