import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FilesRefused, type LabTree, printable } from '@academy/content/lab-files/lab-tree';
import { LAB_FILES_LIMITS } from '@academy/contract/lab-files';

/**
 * Adds the wanted files of a folder on disk to a tree.
 *
 * @param folder inside of `root`; empty for all
 * @throws FilesRefused
 */
export async function addFolder(
  tree: LabTree,
  root: string,
  folder: string,
  isWanted: (path: string) => boolean,
): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const place = join(root, path);
    if (entry.isDirectory()) await addFolder(tree, root, path, isWanted);
    else if (!isWanted(path)) continue;
    else if (entry.isSymbolicLink()) tree.set(path, { kind: 'link', target: await readlink(place) });
    else if (entry.isFile()) {
      const executable = ((await stat(place)).mode & 0o100) !== 0;
      tree.set(path, { kind: 'file', bytes: await readFile(place), executable });
    } else throw new FilesRefused(`has "${printable(path)}", which is no file`);
    if (tree.size > LAB_FILES_LIMITS.files)
      throw new FilesRefused(`has more than ${LAB_FILES_LIMITS.files.toLocaleString('en-US')} files`);
  }
}
