import path from 'node:path';
import type { ContentKind } from '@academy/contract/publishing';
import { RESERVED_SLUGS } from '@academy/contract/reserved-slugs';
import { isAttachable } from '../../attachments.ts';
import { readJson } from '../../json-source.ts';
import { ID_PREFIX } from '../../markdown/sanitise.ts';
import { shortened } from '../../text-source.ts';
import type { CheckedItem } from './checked-item.ts';
import { type CatalogueCheck, pathOf } from './site.ts';

/** Kinds of content by the first segment of their addresses; any other address is a page. */
const KINDS = new Map<string, ContentKind>([
  ['courses', 'course'],
  ['guides', 'guide'],
  ['paths', 'path'],
  ['instructors', 'instructor'],
]);
const SITE = 'https://site.invalid';

/** Links to other pages of the academy lead to an existing page, and to an existing heading. */
export const checkLinks: CatalogueCheck = (checked, site, findings) => {
  const { tenantId, item, links } = checked;
  const own = pathOf(item);
  for (const { file, line, href } of links) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) continue;
    // Relative links start at the address of the page that shows the text.
    const base = href.startsWith('/') ? '/' : pageOf(checked, file);
    if (base === null) continue;
    const url = URL.parse(href, `${SITE}${base}`);
    if (url === null) continue;
    const reportDraft = (link: string) => {
      const message = `the link "${link}" leads to a draft, which readers cannot open; publish it or take the link out`;
      findings.warning('link-to-draft', file, line, message);
    };
    const shown = shortened(href, 200);
    const to = url.pathname.replace(/(?<=.)\/$/, '');
    const target = site.page(tenantId, to) ?? site.page(tenantId, decoded(to));
    if (target === null) {
      const kind = contentAt(to);
      if (kind === null) continue;
      const elsewhere = to.startsWith(`${own}/`) ? null : site.elsewhere(tenantId, decoded(to));
      if (elsewhere !== null) {
        if (elsewhere.status === 'draft' && item.status !== 'draft') reportDraft(shown);
        continue;
      }
      if (!to.startsWith(`${own}/`) && site.isPartial(tenantId)) continue;
      const what = kind === 'course' && to.includes('/lessons/') ? 'lesson' : kind;
      const name = path.posix.basename(decoded(to));
      const near = site.nearPath(tenantId, decoded(to));
      const advice =
        near ??
        (isAttachable(name)
          ? `put the file into the folder of the text, and write "./${shortened(name, 80)}"`
          : null) ??
        (to.startsWith(`${own}/`) ? 'mend it' : site.adviceFor(checked, kind, 'mend it, or publish what it names'));
      findings.warning('link-broken', file, line, `the link "${shown}" leads to no ${what} of this content; ${advice}`);
      continue;
    }
    if (target.status === 'draft' && item.status !== 'draft') reportDraft(shown);
    const fragment = decoded(url.hash.slice(1));
    if (fragment === '' || target.ids.has(fragment) || target.ids.has(ID_PREFIX + fragment)) continue;
    const message = `the page ${target.path} has no heading or anchor "${shortened(fragment, 100)}"; mend the part after #`;
    findings.warning('anchor-missing', file, line, message);
  }
};

/** The path of the page that shows a text of an item; null where it cannot be determined. */
function pageOf({ item, files }: CheckedItem, file: string): string | null {
  const own = pathOf(item);
  if (item.kind !== 'course') return own;
  if (!file.includes('/')) return own;
  const folder = path.posix.dirname(file);
  const lesson = item.lessons.find(({ slug, type }) => {
    const bytes = type === 'module' ? undefined : files.get(`${folder}/lesson.json`);
    return bytes !== undefined && slugIn(bytes) === slug;
  });
  return lesson === undefined ? null : `${own}/lessons/${lesson.slug}`;
}

function slugIn(bytes: Uint8Array): unknown {
  const json = readJson(new TextDecoder().decode(bytes));
  if (!json.ok || json.node.kind !== 'object') return null;
  const slug = json.node.fields.get('slug');
  return slug?.kind === 'string' ? slug.value : null;
}

/** The kind of content that an address names, or null for screens of the application. */
function contentAt(at: string): ContentKind | null {
  const [first = '', ...rest] = at.slice(1).split('/');
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
