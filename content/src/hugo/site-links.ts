import path from 'node:path';
import { isAttachable } from '../attachments.ts';
import { pagePath } from './hugo-page.ts';
import type { HugoSite, SitePage } from './hugo-site.ts';

/** Our addresses of a site's pages, by all names that they have in the site. */
export interface SiteMap {
  /** By address, in lower case and without a trailing slash. */
  addresses: ReadonlyMap<string, string>;
  /** By file name, for unique names. */
  names: ReadonlyMap<string, string>;
}

/** @param placeOf path of a page on our site; null for one that is not shown */
export function mapSite(site: HugoSite, placeOf: (page: SitePage) => string | null): SiteMap {
  const addresses = new Map<string, string>();
  const aliases = new Map<string, string>();
  const names = new Map<string, string | null>();
  for (const page of site.pages) {
    const place = placeOf(page);
    if (place === null) continue;
    addresses.set(normal(page.url), place);
    for (const alias of page.aliases) aliases.set(normal(new URL(alias, `${BASE}${page.url}`).pathname), place);
    const name = page.name.toLowerCase();
    names.set(name, names.has(name) ? null : place);
  }
  const unique = [...names].filter((entry): entry is [string, string] => entry[1] !== null);
  return { addresses: new Map([...aliases, ...addresses]), names: new Map(unique) };
}

/** Stands in for the host that serves the site. */
const BASE = 'https://site.invalid';

function normal(address: string): string {
  return decoded(address)
    .toLowerCase()
    .replace(/\/(?:_?index)?(?:\.md|\.html)?$/, '')
    .replace(/\.(?:md|html)$/, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const LINKS: readonly RegExp[] = [
  /\]\(\s*<?([^)\s<>"]+)/g,
  /^[ \t]*\[[^\]\n]{1,500}\]:[ \t]*<?([^\s<>]+)/gm,
  /\bhref\s*=\s*["']([^"'\s]+)["']/gi,
];
const REFERENCES = /\{\{[<%]\s*(?:rel)?ref\s+(?:path\s*=\s*)?["`]?([^"`\s>%]+)/g;
const PICTURES: readonly RegExp[] = [
  /!\[[^\]\n]{0,500}\]\(\s*<?([^)\s<>"]+)/g,
  /^[ \t]*\[[^\]\n]{1,500}\]:[ \t]*<?([^\s<>]+)/gm,
  /\bsrc\s*=\s*["']([^"'\s]+)["']/gi,
];

/** The links of a page to pages of the site: as written, without anchor, and their targets here. */
export function linksOf(page: SitePage, map: SiteMap): [string, string][] {
  const found: [string, string][] = [];
  for (const address of matches(page.text, LINKS)) {
    const written = address.replace(/[?#].*$/s, '');
    if (written === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(written)) continue;
    const place = placeOfLink(written, page, map);
    if (place !== null) found.push([written, place]);
  }
  for (const name of matches(page.text, [REFERENCES])) {
    const written = name.replace(/#.*$/s, '').replace(/\.md$/, '');
    const base = path.posix.dirname(page.url);
    const place =
      map.addresses.get(normal(`/${pagePath(written.replace(/^\/+/, ''))}`)) ??
      map.addresses.get(normal(path.posix.join(base, written))) ??
      map.names.get((written.split('/').at(-1) ?? '').toLowerCase());
    if (place !== undefined) found.push([written, place]);
  }
  return found;
}

/** Authors write paths relative to the page, to its folder, or to the site; a page's former folder is common, too. */
function placeOfLink(address: string, page: SitePage, { addresses, names }: SiteMap): string | null {
  const bases = address.startsWith('/') ? ['/'] : [`${page.url}/`, page.url, '/'];
  for (const base of bases) {
    const target = URL.parse(address, `${BASE}${base}`);
    const place = target === null ? undefined : addresses.get(normal(target.pathname));
    if (place !== undefined) return place;
  }
  const parts = address.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  const isPage = parts.length === 1 ? address.startsWith('../') : parts[0] === 'guides' || parts[0] === 'outcomes';
  const name = parts.at(-1)?.toLowerCase() ?? '';
  return isPage ? (names.get(name) ?? null) : null;
}

/** The images and downloads of a page that belong to the site: as written, and the file. */
export function picturesOf(page: SitePage, { files }: Pick<HugoSite, 'files'>): [string, string][] {
  const found: [string, string][] = [];
  const downloads = [...matches(page.text, LINKS)].filter((address) =>
    isAttachable(address.replace(/^.*\/|[?#].*$/gs, '')),
  );
  for (const address of [...matches(page.text, PICTURES), ...downloads]) {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) continue;
    const plain = decoded(address.replace(/[?#].*$/s, ''));
    const folder = path.posix.dirname(page.file);
    const places = plain.startsWith('/')
      ? [`static${plain}`, `content${plain}`, `assets${plain}`]
      : [`${folder}/${plain}`, `${folder}/${page.name}/${plain}`, `static${page.url}/${plain}`, `static/${plain}`];
    const file = places.map((place) => path.posix.normalize(place)).find((place) => files.has(place));
    if (file !== undefined && !file.endsWith('.md')) found.push([address, file]);
  }
  return found;
}

function matches(text: string, patterns: readonly RegExp[]): Set<string> {
  return new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, address = '']) => address)));
}
