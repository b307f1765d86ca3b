import { opendir, readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import type { Finding } from '@academy/contract/findings';
import { isNearly } from '@academy/contract/rules/near-names';
import { FindingList } from './finding-list.ts';
import { isLeftOutFolder } from './source-files.ts';

const MAX_DEPTH = 8;
/** Texts that stand beside a JSON file, and files of lessons: none of them is an item alone. */
const PARTS = /^(?:content|summary|transcript|conclusion)\.md$|^(?:lesson|module)\.json$/;
/** Folders in which site generators keep their pages. */
const SITE_FOLDERS = new Set(['content', 'docs', 'src', 'static', 'public', 'website']);

/**
 * Files that look like a part of an item and belong to none: a JSON file with a wrong name, or texts without one.
 *
 * @param itemFiles names of the files that make an item
 * @param isFound true for the folder of an item
 */
export async function strayFiles(
  folder: string,
  itemFiles: readonly string[],
  isFound: (folder: string) => boolean,
): Promise<Finding[]> {
  const findings = new FindingList();
  await walk(folder, 0);
  return findings.list();

  /** Links are not followed: they may lead anywhere. */
  async function tellLink(link: string): Promise<void> {
    const names = await readdir(link).catch(() => []);
    if (!names.some((name) => itemFiles.includes(name)) || isFound(await realpath(link))) return;
    const message = 'is a symbolic link to the folder of an item, and is not followed; put the folder itself there';
    findings.warning('file-unread', link, 1, message);
  }

  async function walk(place: string, depth: number): Promise<void> {
    // What lies in an item is looked at with it.
    if (isFound(place) || depth > MAX_DEPTH) return;
    const names: string[] = [];
    const folders: string[] = [];
    for await (const entry of await opendir(place)) {
      if (entry.isSymbolicLink()) await tellLink(path.join(place, entry.name));
      else if (entry.isFile()) names.push(entry.name);
      else if (entry.isDirectory() && !isLeftOutFolder(entry.name) && !(depth === 0 && SITE_FOLDERS.has(entry.name)))
        folders.push(entry.name);
    }
    const misnamed: { name: string; meant: string }[] = [];
    for (const name of names) {
      const meant = name.endsWith('.md') ? undefined : itemFiles.find((known) => isNearly(name, known));
      if (meant !== undefined && (await isItem(path.join(place, name)))) misnamed.push({ name, meant });
    }
    for (const { name, meant } of misnamed)
      findings.warning('file-unread', path.join(place, name), 1, `nothing reads "${name}". Did you mean "${meant}"?`);
    const [part] = names.filter((name) => PARTS.test(name)).sort();
    if (part !== undefined && misnamed.length === 0) {
      const message = `nothing reads "${part}": neither its folder nor one above has a file like ${itemFiles.filter((name) => !name.includes('template')).join(', ')}. Add the one that belongs here, or remove this`;
      findings.warning('file-unread', path.join(place, part), 1, message);
    } else for (const name of folders.sort()) await walk(path.join(place, name), depth + 1);
  }
}

/** Whether a file holds what all items have: other programs have files of similar names. */
async function isItem(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.length <= CONTENT_LIMITS.textBytes && /"id"\s*:/.test(text) && /"(?:title|name)"\s*:/.test(text);
}
