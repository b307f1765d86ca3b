import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import type { Finding } from '@academy/contract/findings';
import { ORIGINAL } from '@academy/contract/i18n/languages';
import { isAttachable } from '../attachments.ts';
import { FindingList } from '../finding-list.ts';
import { splitFrontMatter } from '../front-matter.ts';
import { ifThere, isContentFile, isLeftOutFolder } from '../source-files.ts';
import { decode } from '../text-source.ts';
import { nameOf, pagePath } from './hugo-page.ts';
import { type SiteNames, siteNames } from './site-languages.ts';

/** A page as far as finding needs it; its problems are reported when it is read as an item. */
export interface SitePage {
  /** Path below the site's folder: `content/guides/kapp-gs/index.md`. */
  file: string;
  name: string;
  /** First folder below `content`; empty for pages outside of any. */
  section: string;
  /** Its address in Hugo: `/guides/kapp-gs`. */
  url: string;
  /** Its text with those of its translations, for the links in them. */
  text: string;
  /** The files of its translations. */
  translations: readonly string[];
  title: string | null;
  /** Former addresses. */
  aliases: string[];
  /** The page with its text. */
  contentPage: string | null;
  /** Display name of a person. */
  person: string | null;
}

export interface HugoSite {
  /** Folder that contains `content`. */
  root: string;
  /** Its pages in the original language, and all other files that content may use, by path below the root. */
  pages: SitePage[];
  files: ReadonlySet<string>;
  names: SiteNames;
  /** Texts of `content` that are no Markdown. */
  others: readonly string[];
  kind: 'course' | 'portal';
  /** Files that could not be included; reported with each item, because any of them may need them. */
  findings: readonly Finding[];
}

const SECTIONS = ['learningpaths', 'guides', 'team', 'workshops'];
const FILE_FOLDERS = ['content', 'static', 'assets'];
const MAX_DEPTH = 8;
/** Most pages and images of one site, and most nested folders. */
const LIMITS = { files: 20_000, depth: 8 };

/** Intermediate results of a search. */
interface Search {
  root: string;
  limits: typeof LIMITS;
  files: Set<string>;
  others: string[];
  findings: FindingList;
}

/** Pages of site generators that are no Markdown, or are not called so. */
const OTHER_PAGE = /\.(?:mdx|markdown|mdown|mkd|adoc|asciidoc|org|rst|pdc|pandoc|MD)$/;

/** Finds the sites below a folder, the folder itself included: folders with a `content` folder in Hugo's layout. */
export async function findSites(folder: string, limits = LIMITS, depth = 0): Promise<HugoSite[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !isLeftOutFolder(entry.name));
  // `workshop/content` contains the pages of a lab.
  if (folders.some(({ name }) => name === 'content') && path.basename(folder) !== 'workshop') {
    const site = await readSite(folder, limits);
    if (site !== null) return [site];
  }
  if (depth >= MAX_DEPTH) return [];
  const found: HugoSite[] = [];
  for (const { name } of folders) found.push(...(await findSites(path.join(folder, name), limits, depth + 1)));
  return found;
}

async function readSite(root: string, limits: Search['limits']): Promise<HugoSite | null> {
  const content = path.join(root, 'content');
  const kind = (await kindOf(content)) ?? (await kindOf(path.join(content, ORIGINAL)));
  if (kind === null) return null;
  const search: Search = { root, limits, files: new Set(), others: [], findings: new FindingList() };
  for (const folder of FILE_FOLDERS) {
    const known = await ifThere(lstat(path.join(root, folder)));
    if (known?.isDirectory() === true) await collect(folder, search);
    else if (known?.isSymbolicLink() === true) refuseLink(folder, search);
  }
  const names = siteNames(search.files);
  const textOf = async (file: string) => {
    const full = path.join(root, names.places.get(file) ?? file);
    // A page that is too large still counts, so that reading its item refuses it with a finding.
    return (await lstat(full)).size <= CONTENT_LIMITS.textBytes ? await readFile(full) : new Uint8Array();
  };
  const pages: SitePage[] = [];
  for (const file of names.originals) {
    const translations = names.translations.get(file) ?? [];
    pages.push(pageOf(file, await textOf(file), translations, await Promise.all(translations.map(textOf))));
  }
  const files = new Set([...search.files, ...names.places.keys()]);
  return { root, pages, files, names, others: search.others, kind, findings: search.findings.list() };
}

function refuseLink(file: string, { findings }: Search): void {
  findings.fatal('link-refused', file, 1, 'is a symbolic link; put the file or folder itself there');
}

/** A portal has folders for kinds of content, a course has chapters; anything else is not supported. */
async function kindOf(content: string): Promise<HugoSite['kind'] | null> {
  const entries = await readdir(content, { withFileTypes: true }).catch((): Dirent[] => []);
  const folders = entries
    .filter((entry) => entry.isDirectory() && !isLeftOutFolder(entry.name))
    .map(({ name }) => name);
  for (const section of SECTIONS.filter((name) => folders.includes(name))) {
    const inside = await readdir(path.join(content, section), { withFileTypes: true });
    const isPages = inside.some((entry) => (entry.isFile() ? entry.name.endsWith('.md') : entry.isDirectory()));
    if (isPages) return 'portal';
  }
  if (!entries.some((entry) => entry.isFile() && entry.name === '_index.md')) return null;
  for (const folder of folders) {
    const inside = await readdir(path.join(content, folder));
    if (inside.some((name) => name.endsWith('.md') && name !== 'index.md')) return 'course';
  }
  return null;
}

/** Ordinary files of content; symbolic links are never followed. */
async function collect(folder: string, search: Search, depth = 0): Promise<void> {
  const { root, limits, files, findings } = search;
  const isContent = folder.split('/')[0] === 'content';
  // Missing pages would look as if the site had removed them; a missing image is reported where it is used.
  const tell = (code: string, place: string, message: string) =>
    isContent ? findings.fatal(code, place, 1, message) : findings.warning(code, place, 1, message);
  for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
    // A name that is no valid text cannot be opened.
    if (entry.name.startsWith('.') || entry.name.includes('\ufffd')) continue;
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < limits.depth) await collect(file, search, depth + 1);
      else tell('folder-too-deep', file, `lies in more than ${limits.depth} folders; what is in it was not looked at`);
    } else if (entry.isSymbolicLink() && isContent) {
      refuseLink(file, search);
    } else if (entry.isFile() && isContent && OTHER_PAGE.test(entry.name)) {
      search.others.push(file);
    } else if (entry.isFile() && (isContentFile(entry.name) || isAttachable(entry.name))) {
      if (files.size < limits.files) files.add(file);
      else tell('files-too-many', folder, `the site has more than ${limits.files} files; the rest was not looked at`);
    }
  }
}

function pageOf(
  file: string,
  bytes: Uint8Array,
  translations: readonly string[],
  translated: readonly Uint8Array[],
): SitePage {
  const read = frontMatterOf(bytes, file);
  const texts = [read, ...translated.map((one) => frontMatterOf(one, file))].map((one) => one?.text?.text ?? '');
  const first = (name: string) => read?.fields.texts(name)[0]?.value ?? null;
  const own = pagePath(file);
  const oldPath = first('oldPath');
  const url = `/${own === '_index.md' ? '' : own}`;
  return {
    file,
    name: nameOf(file),
    section: own.includes('/') || file.endsWith('/_index.md') ? (own.split('/')[0] ?? '') : '',
    url,
    text: texts.join('\n'),
    translations,
    title: first('title'),
    aliases: [
      ...(read?.fields.texts('aliases') ?? []).map(({ value }) => value),
      ...(oldPath === null ? [] : [`/${pagePath(oldPath.replace(/^\/+/, ''))}`]),
      ...addressesIn(first('url'), first('slug'), url),
    ],
    contentPage: first('contentPage'),
    person: first('name'),
  };
}

/** Addresses that a page's settings give it in the site; its address here is that of its file. */
function addressesIn(url: string | null, slug: string | null, own: string): string[] {
  const written = url === null ? [] : [`/${url.replace(/^\/+/, '')}`];
  return slug === null ? written : [...written, path.posix.join(path.posix.dirname(own), slug)];
}

function frontMatterOf(bytes: Uint8Array, file: string) {
  const ignored = new FindingList();
  return splitFrontMatter(decode(bytes, file, ignored), file, ignored);
}
