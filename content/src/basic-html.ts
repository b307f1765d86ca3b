import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { safeLink } from './links.ts';

/** Basic formatting of one short message. Elements not listed here are removed; their text stays. */
const SCHEMA: Schema = {
  tagNames: ['a', 'b', 'strong', 'i', 'em', 'code', 'br'],
  attributes: { a: ['href'] },
  // biome-ignore format: elements whose text is not text for readers
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'applet', 'svg', 'math', 'select', 'textarea', 'title', 'noembed', 'noframes', 'xmp', 'plaintext', 'canvas', 'audio', 'video'],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

const parser = unified().use(rehypeRaw).freeze();
const sanitiser = unified().use(rehypeSanitize, SCHEMA).freeze();
const printer = unified().use(rehypeStringify).freeze();

/**
 * Sanitises the HTML of a message of a sentence or two: emphasis, code, line breaks and links to https, mailto and
 * paths of this site stay. Any other link becomes its text.
 *
 * @returns the sanitised HTML; empty when no text is left
 */
export function basicHtml(html: string): string {
  const raw: Root = { type: 'root', children: [{ type: 'raw', value: html }] };
  const clean = sanitiser.runSync(parser.runSync(raw) as Root) as Root;
  if (textOf(clean).trim() === '') return '';
  visit(clean, 'element', (element, index, parent) => {
    if (element.tagName !== 'a' || parent === undefined || index === undefined) return;
    const href = linkOf(element);
    if (href !== null) element.properties = { href };
    else parent.children.splice(index, 1, ...element.children);
    return href === null ? index : undefined;
  });
  return printer.stringify(clean).trim();
}

function linkOf({ properties }: Element): string | null {
  return basicLink(String(properties.href ?? ''));
}

/** The allowed target of such a link, in normal form: https, mailto and paths of this site; null for all others. */
export function basicLink(address: string): string | null {
  const link = safeLink(address);
  return link.kind === 'external' || link.kind === 'mail' || link.kind === 'site' ? link.href : null;
}
