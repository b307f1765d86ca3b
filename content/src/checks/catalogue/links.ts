import type { ContentKind } from '@academy/contract/publishing';
import { RESERVED_SLUGS } from '@academy/contract/reserved-slugs';
import { ID_PREFIX } from '../../markdown/sanitise.ts';
import { shortened } from '../../text-source.ts';
import type { CatalogueCheck } from './index.ts';
import { pathOf } from './site.ts';

/** The kinds of content by the first part of their addresses; anything else is a page. */
const KINDS = new Map<string, ContentKind>([
  ['courses', 'course'],
  ['guides', 'guide'],
  ['paths', 'path'],
  ['instructors', 'instructor'],
]);
const SITE = 'https://site.invalid';

/** Links to other pages of the academy lead to a page, and to a heading that is there. */
export const checkLinks: CatalogueCheck = ({ tenantId, item, links }, site, findings) => {
  const own = pathOf(item);
  // Relative links start at the page's address, which only items of one page tell.
  const base = item.kind === 'course' ? null : own;
  for (const { file, line, href } of links) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) continue;
    if (!href.startsWith('/') && base === null) continue;
    const url = URL.parse(href, `${SITE}${base ?? '/'}`);
    if (url === null) continue;
    const shown = shortened(href, 200);
    const path = url.pathname.replace(/(?<=.)\/$/, '');
    const target = site.page(tenantId, path) ?? site.page(tenantId, decoded(path));
    if (target === null) {
      const kind = contentAt(path);
      const others = kind === null ? [] : site.items(tenantId, kind).filter((other) => other.item !== item);
      if (kind === null || (others.length === 0 && !path.startsWith(`${own}/`))) continue;
      const what = kind === 'course' && path.includes('/lessons/') ? 'lesson' : kind;
      const message = `the link "${shown}" leads to no ${what} of this content; mend it, or publish what it names`;
      findings.warning('link-broken', file, line, message);
      continue;
    }
    if (target.status === 'draft' && item.status !== 'draft') {
      const message = `the link "${shown}" leads to a draft, which readers cannot open; publish it or take the link out`;
      findings.warning('link-to-draft', file, line, message);
    }
    const fragment = decoded(url.hash.slice(1));
    if (fragment === '' || target.ids.has(fragment) || target.ids.has(ID_PREFIX + fragment)) continue;
    const message = `the page ${target.path} has no heading or anchor "${shortened(fragment, 100)}"; mend the part after #`;
    findings.warning('anchor-missing', file, line, message);
  }
};

/** The kind of content that an address names, or null for screens of the application. */
function contentAt(path: string): ContentKind | null {
  const [first = '', ...rest] = path.slice(1).split('/');
  const kind = KINDS.get(first);
  if (kind !== undefined) return rest.length > 0 ? kind : null;
  return first === '' || RESERVED_SLUGS.includes(first) ? null : 'page';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
