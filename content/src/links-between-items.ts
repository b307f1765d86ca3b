import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import { itemPath, LIST_PATHS, lessonPath, type PagedKind } from '@academy/contract/rules/site-paths';
import type { FoundItem } from './found-item.ts';
import { readJson } from './json-source.ts';
import { folderOf, namesText } from './markdown/item-pages.ts';
import { namesIn } from './named-files.ts';
import { ifThere, type ReadFile, type SourceFiles } from './source-files.ts';

/** Most addresses of one item that are looked up. */
const MAX_LINKS = 500;

/**
 * The pages of other items beside an item that its texts name as files or folders: `../../other/01-a/content.md`,
 * `../other`. An address that means different pages in different folders of the item is left out.
 *
 * @returns paths on the site, by the address as written
 */
export async function linksBetweenItems(
  found: FoundItem,
  files: SourceFiles,
  read: ReadFile = readFile,
): Promise<Record<string, string>> {
  const { root, beside = [] } = found;
  const places = new Map<string, Set<string>>();
  for (const [text, bytes] of files) {
    if (!/\.(?:md|json)$/i.test(text)) continue;
    for (const name of namesIn(new TextDecoder().decode(bytes))) {
      if (!name.startsWith('../') || (!namesText(name) && path.posix.extname(name) !== '')) continue;
      const place = path.join(root, path.dirname(text), folderOf(name));
      places.set(name, (places.get(name) ?? new Set()).add(path.resolve(place)));
    }
  }
  const links: Record<string, string> = {};
  for (const [name, [place, ...others]] of [...places].slice(0, MAX_LINKS)) {
    if (place === undefined || others.length > 0) continue;
    // Items may lie inside each other: the innermost one is meant.
    const [item] = beside
      .filter((one) => isPaged(one) && isWithin(place, one.root))
      .sort((a, b) => b.root.length - a.root.length);
    const page = item === undefined || item.root === root ? null : await pageIn(item, place, read);
    if (page !== null) links[name] = page;
  }
  return links;
}

/** The path of the page that a folder of an item has; null for folders without one. */
async function pageIn(item: FoundItem, folder: string, read: ReadFile): Promise<string | null> {
  const slug = await slugIn(path.join(item.root, item.file), read);
  if (slug === null) return null;
  if (folder === item.root) return itemPath(item.kind as PagedKind, slug);
  const lesson = item.kind === 'course' ? await slugIn(path.join(folder, 'lesson.json'), read) : null;
  return lesson === null ? null : lessonPath(slug, lesson);
}

async function slugIn(file: string, read: ReadFile): Promise<string | null> {
  const known = await ifThere(stat(file));
  if (known?.isFile() !== true || known.size > CONTENT_LIMITS.textBytes) return null;
  const json = readJson(new TextDecoder().decode(await read(file)));
  const slug = json.ok && json.node.kind === 'object' ? json.node.fields.get('slug') : undefined;
  return slug?.kind === 'string' && /^[a-z0-9][a-z0-9-]*$/.test(slug.value) ? slug.value : null;
}

const isPaged = ({ kind }: FoundItem): boolean => kind === 'page' || kind in LIST_PATHS;

const isWithin = (place: string, folder: string): boolean => place === folder || place.startsWith(folder + path.sep);
