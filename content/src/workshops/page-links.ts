import path from 'node:path';
import { isNearly } from '@academy/contract/rules/near-names';
import { ID_PREFIX } from '../markdown/sanitise.ts';
import { shortened } from '../text-source.ts';

/** Where an address in a page of a lab leads: the address of another page, or advice when it names a page in vain. */
export type PageLink = { href: string } | { advice: string };

/** Most pages that advice lists. */
const MAX_LISTED = 8;

/**
 * Resolves the links between the pages of one lab, in the forms of both renderers: by file (`content/02-more.md`),
 * to the page's address in Hugo (`../02-more/`), or from the root of the lab (`/workshop/content/02-more`).
 *
 * @param pages names of the lab's pages in their order: paths without an ending
 * @returns a function of page and address; null for an address that names no page
 */
export function pageLinks(pages: readonly string[]): (page: string, address: string) => PageLink | null {
  const known = new Map(pages.map((name) => [name.toLowerCase(), name]));
  return (page, address) => {
    if (/^(?:[a-z][a-z\d+.-]*:|[\\/]{2}|[#?])/i.test(address)) return null;
    const [, written = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(address) ?? [];
    const plain = decoded(written).replace(/^\/(?:workshop\/)?(?:content\/)?/, '/');
    const name = plain.replace(/\/?(?:_?index)?(?:\.md|\.html)?\/?$/, '');
    if (name === '') return null;
    const places = plain.startsWith('/')
      ? [name.slice(1)]
      : [
          path.posix.join(path.posix.dirname(page), name),
          path.posix.join(page, name),
          name.replace(/^(?:\.{1,2}\/)+/, ''),
        ];
    const found = places.map((place) => known.get(place.toLowerCase())).find((one) => one !== undefined);
    if (found !== undefined) {
      const anchor = fragment === '' ? '' : `#${ID_PREFIX}${fragment}`;
      return { href: `?page=${encodeURIComponent(found)}${anchor}` };
    }
    return /\.md$/i.test(plain) ? { advice: adviceFor(name, pages) } : null;
  };
}

function adviceFor(name: string, pages: readonly string[]): string {
  const base = (one: string) => path.posix.basename(one).replace(/^\d+[-_.]/, '');
  const near = pages.find((page) => isNearly(base(name), base(page)));
  if (near !== undefined) return `Did you mean "${shortened(near, 80)}"?`;
  const listed = pages.slice(0, MAX_LISTED).map((page) => shortened(page, 60));
  return `Its pages are ${listed.join(', ')}${pages.length > MAX_LISTED ? ' and others' : ''}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
