import { isTextFile } from '../../source-files.ts';
import type { CheckedItem } from './checked-item.ts';
import type { CatalogueCheck, Site } from './site.ts';

/** Stands in for the host that serves the page. */
const SITE = 'https://site.invalid';

/** Redirects end at a page, and do not form a cycle. */
export const checkRedirects: CatalogueCheck = (checked, site, findings) => {
  const { item } = checked;
  if (item.kind !== 'page') return;
  const passed = new Set<string>();
  let at = nextOf(checked, site);
  while (at !== null && at !== checked && !passed.has(at.item.slug)) {
    passed.add(at.item.slug);
    at = nextOf(at, site);
  }
  if (at !== checked) return;
  const { file, line } = placeOfRedirect(checked);
  const through = passed.size === 0 ? '' : `, through ${[...passed].map((slug) => `/${slug}`).join(', ')}`;
  const message = `the page sends its readers back to itself${through}; let one of them lead elsewhere. Until then nobody is sent on`;
  findings.warning('redirect-loop', file, line, message);
};

/** The page that a page redirects to. */
function nextOf({ tenantId, item }: CheckedItem, site: Site): CheckedItem | null {
  if (item.kind !== 'page' || item.data.redirect === null) return null;
  const url = URL.parse(item.data.redirect, SITE);
  if (url?.origin !== SITE) return null;
  const path = url.pathname.replace(/(?<=.)\/$/, '');
  return site.items(tenantId, 'page').find((other) => `/${other.item.slug}` === path) ?? null;
}

function placeOfRedirect({ files, file }: CheckedItem): { file: string; line: number } {
  for (const [name, bytes] of files) {
    if (!isTextFile(name)) continue;
    const text = new TextDecoder().decode(bytes);
    const at = text.search(/http-equiv/i);
    if (at !== -1) return { file: name, line: text.slice(0, at).split('\n').length };
  }
  return { file, line: 1 };
}
