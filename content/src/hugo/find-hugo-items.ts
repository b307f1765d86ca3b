import path from 'node:path';
import type { ContentKind } from '@academy/contract/publishing';
import { itemPath, lessonPath } from '@academy/contract/rules/site-paths';
import type { FoundItem } from '../found-item.ts';
import { namedPage, slugOfName } from './hugo-page.ts';
import { findSites, type HugoSite, type SitePage } from './hugo-site.ts';
import { lessonNames } from './lesson-names.ts';
import { linksOf, mapSite, picturesOf, type SiteMap } from './site-links.ts';
import { isInBundle, unreadPages } from './unread-pages.ts';

/** An item of a site: its own page, the pages it consists of, and its slug. */
interface Draft {
  kind: ContentKind;
  page: SitePage;
  pages: SitePage[];
  slug: string;
}

/**
 * Finds the items of Hugo sites (docs/reference/content-format.md#sites-written-for-hugo): a course of chapters, or a
 * portal with learning paths, guides, people and workshops as items. A learning path is two items: the path, and the
 * course of its steps.
 */
export async function findHugoItems(kinds: readonly ContentKind[], folder: string): Promise<FoundItem[]> {
  const found: FoundItem[] = [];
  for (const site of await findSites(folder)) {
    const drafts = site.kind === 'course' ? courseDrafts(site) : portalDrafts(site);
    const map = mapSite(site, placer(drafts));
    const people = peopleOf(drafts);
    const items = drafts.filter(({ kind }) => kinds.includes(kind)).map((draft) => itemOf(draft, site, map, people));
    const [first] = items;
    const read = new Set(drafts.flatMap(({ pages }) => pages.map(({ file }) => file)));
    // What belongs to no item is told once, with the first.
    if (first !== undefined) first.findings = [...(first.findings ?? []), ...unreadPages(site, read)];
    found.push(...items);
  }
  return found;
}

/** The item whose own page is this file; null when it is not a page of a site, or none of its kind. */
export async function hugoItemOfFile(kind: ContentKind, file: string): Promise<FoundItem | null> {
  const at = file.lastIndexOf(`${path.sep}content${path.sep}`);
  if (at === -1) return null;
  const items = await findHugoItems([kind], file.slice(0, at) || path.sep);
  return items.find((item) => item.parts?.some((part) => part.file === item.file && part.from === file)) ?? null;
}

function courseDrafts(site: HugoSite): Draft[] {
  const page = site.pages.find(({ file }) => file === 'content/_index.md');
  if (page === undefined) return [];
  // A site has no name of its own; its folder has the repository's name.
  const name = slugOfName(path.basename(site.root));
  return [{ kind: 'course', page, pages: site.pages, slug: name }];
}

function portalDrafts(site: HugoSite): Draft[] {
  const drafts: Draft[] = [];
  const slugs = new Set<string>();
  const add = (kind: ContentKind, page: SitePage, pages: SitePage[]) => {
    let slug = slugOfName(page.name);
    if (slugs.has(`${kind} ${slug}`)) slug = slugOfName(page.url.slice(1));
    slugs.add(`${kind} ${slug}`);
    drafts.push({ kind, page, pages, slug });
  };
  // A page in a folder of its own gives way to one directly in the section, whose id is older.
  const depthOf = ({ url }: SitePage) => url.split('/').length;
  for (const page of [...site.pages].sort((a, b) => depthOf(a) - depthOf(b))) {
    const parts = page.url.split('/').slice(1);
    const isItem = !page.file.endsWith('/_index.md') && parts.length > 1 && !isInBundle(page.file, site.files);
    const isSection = page.file.endsWith('/_index.md');
    if (page.section === 'learningpaths' && isSection && parts.length === 2) {
      const steps = site.pages.filter(({ file }) => file.startsWith(page.file.replace(/_index\.md$/, '')));
      add('path', page, [page]);
      add('course', page, [...steps, ...steps.flatMap((step) => textPage(step, site))]);
    } else if (page.section === 'guides' && isItem) add('guide', page, [page]);
    else if (page.section === 'workshops' && isItem) add('guide', page, [page]);
    else if (page.section === 'team' && parts.length === 2) add('instructor', page, [page]);
  }
  return drafts;
}

/** The page with a step's text. */
function textPage({ contentPage }: SitePage, { pages, files }: HugoSite): SitePage[] {
  const file = contentPage === null ? null : namedPage(files, contentPage);
  return pages.filter((page) => page.file === file);
}

/** The path of each page on our site. */
function placer(drafts: readonly Draft[]): (page: SitePage) => string | null {
  const places = new Map<string, string>();
  for (const { kind, page, pages, slug } of drafts) {
    if (kind === 'guide' || kind === 'instructor' || kind === 'path') places.set(page.file, itemPath(kind, slug));
    else if (kind === 'course') {
      const folder = path.posix.dirname(page.file);
      const own = pages.map(({ file }) => file).filter((file) => file.startsWith(`${folder}/`));
      for (const [file, { name, isModule }] of lessonNames(folder, own)) {
        places.set(file, isModule ? itemPath(kind, slug) : lessonPath(slug, name));
      }
      if (!places.has(page.file)) places.set(page.file, itemPath(kind, slug));
    }
  }
  return ({ file }) => places.get(file) ?? null;
}

function peopleOf(drafts: readonly Draft[]): Map<string, string> {
  const people = drafts.filter(({ kind }) => kind === 'instructor');
  return new Map(people.map(({ page, slug }) => [page.person ?? page.title ?? slug, slug]));
}

function itemOf(
  { kind, page, pages, slug }: Draft,
  site: HugoSite,
  map: SiteMap,
  people: ReadonlyMap<string, string>,
): FoundItem {
  const pictures = new Map(pages.flatMap((each) => picturesOf(each, site)));
  const files = new Set([...pages.flatMap(({ file, translations }) => [file, ...translations]), ...pictures.values()]);
  return {
    kind,
    root: site.root,
    file: page.file,
    parts: [...files].map((file) => ({ file, from: path.join(site.root, site.names.places.get(file) ?? file) })),
    identity: { slug },
    findings: site.findings,
    // The item's own page goes last: it wins where two pages define the same address differently.
    site: { links: new Map([...pages].reverse().flatMap((each) => linksOf(each, map))), pictures, people },
  };
}
