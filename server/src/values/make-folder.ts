import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing, all with this mode. One that is there stays as it is.
 *
 * Not `mkdir` with `recursive`: where a file system answers ENOENT although the folder above is there, as `/proc` does,
 * Node.js tries again without end.
 *
 * @throws the error of the operating system; EROFS where the file system takes no folders
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it just now.
    if (isFolder(folder)) return;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw Object.assign(new Error(`${above} takes no folders`, { cause: error }), { code: 'EROFS', path: folder });
    throw error;
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // Something above it is a file, or may not be looked into: making it says which.
    return false;
  }
};
