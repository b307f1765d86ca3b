import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import { compare, FindingList } from '../finding-list.ts';
import { splitFrontMatter } from '../front-matter.ts';
import { extensionOf, isContentFile, isLeftOutFolder } from '../source-files.ts';
import { decode } from '../text-source.ts';
import { nameOf, pagePath } from './hugo-page.ts';

/** A page as far as finding needs it; what is wrong with it is told when it is read as an item. */
export interface SitePage {
  /** Path below the site's folder: `content/guides/kapp-gs/index.md`. */
  file: string;
  name: string;
  /** First folder below `content`; empty for pages outside of any. */
  section: string;
  /** Where Hugo puts it: `/guides/kapp-gs`. */
  url: string;
  text: string;
  title: string | null;
  /** Former addresses. */
  aliases: string[];
  /** The page that holds its text. */
  contentPage: string | null;
  /** Display name of a person. */
  person: string | null;
}

export interface HugoSite {
  /** Folder that holds `content`. */
  root: string;
  /** Its pages, and all its other files that content may use, by path below the root. */
  pages: SitePage[];
  files: ReadonlySet<string>;
  kind: 'course' | 'portal';
}

const SECTIONS = ['learningpaths', 'guides', 'team', 'workshops'];
const FILE_FOLDERS = ['content', 'static', 'assets'];
const MAX_DEPTH = 8;
/** Pages and pictures of one site. */
const MAX_FILES = 20_000;

/** Finds the sites below a folder, the folder itself included: folders whose `content` is laid out as Hugo has it. */
export async function findSites(folder: string, depth = 0): Promise<HugoSite[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !isLeftOutFolder(entry.name));
  // `workshop/content` are the pages of a lab.
  if (folders.some(({ name }) => name === 'content') && path.basename(folder) !== 'workshop') {
    const site = await readSite(folder);
    if (site !== null) return [site];
  }
  if (depth >= MAX_DEPTH) return [];
  const found: HugoSite[] = [];
  for (const { name } of folders) found.push(...(await findSites(path.join(folder, name), depth + 1)));
  return found;
}

async function readSite(root: string): Promise<HugoSite | null> {
  const kind = await kindOf(path.join(root, 'content'));
  if (kind === null) return null;
  const files = new Set<string>();
  for (const folder of FILE_FOLDERS) await collect(root, folder, files);
  const pages: SitePage[] = [];
  for (const file of [...files].sort(compare)) {
    if (!file.startsWith('content/') || !file.endsWith('.md')) continue;
    if ((await lstat(path.join(root, file))).size > CONTENT_LIMITS.textBytes) continue;
    pages.push(pageOf(file, await readFile(path.join(root, file))));
  }
  return { root, pages, files, kind };
}

/** A portal has folders of its own for kinds of content, a course has chapters; anything else is no site of ours. */
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
    if (inside.includes('_index.md')) return 'course';
  }
  return null;
}

/** Ordinary files that content is made of; links to elsewhere are never followed. */
async function collect(root: string, folder: string, files: Set<string>, depth = 0): Promise<void> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch((): Dirent[] => []);
  for (const entry of entries) {
    // A name that is no text opens nothing.
    if (entry.name.startsWith('.') || entry.name.includes('\ufffd') || files.size >= MAX_FILES) continue;
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory() && depth < MAX_DEPTH) await collect(root, file, files, depth + 1);
    else if (entry.isFile() && isContentFile(entry.name)) files.add(file);
  }
}

function pageOf(file: string, bytes: Uint8Array): SitePage {
  const ignored = new FindingList();
  const source = decode(bytes, file, ignored);
  const read = splitFrontMatter(source, file, ignored);
  const first = (name: string) => read?.fields.texts(name)[0]?.value ?? null;
  const own = pagePath(file);
  const oldPath = first('oldPath');
  return {
    file,
    name: nameOf(file),
    section: own.includes('/') || file.endsWith('/_index.md') ? (own.split('/')[0] ?? '') : '',
    url: `/${own === '_index.md' ? '' : own}`,
    text: read?.text?.text ?? '',
    title: first('title'),
    aliases: [
      ...(read?.fields.texts('aliases') ?? []).map(({ value }) => value),
      ...(oldPath === null ? [] : [`/${pagePath(oldPath.replace(/^\/+/, ''))}`]),
    ],
    contentPage: first('contentPage'),
    person: first('name'),
  };
}

/** Pictures and other files that pages may show. */
export function isPageFile(file: string): boolean {
  return !/^(?:md|json|yaml|yml|toml)$/.test(extensionOf(file));
}
