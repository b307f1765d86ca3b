import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, storeContent } from './content-store.ts';

/** An entry as the emulator's file system reads it: name, size, seconds, mode, user, group, and a target that depends on its kind. */
type Head = [name: string, size: number, seconds: number, mode: number, user: number, group: number];
type Entry = [...Head, target: Entry[] | string];

/** Version of the form of trees that the emulator reads. */
const TREE_VERSION = 3;
const LEARNER_FOLDERS = /^home\/[^/]+$/;

export interface FileTree {
  fsroot: Entry[];
  version: number;
  /** Bytes of all files. */
  size: number;
}

/**
 * Reads a root into a tree, and stores the contents of its files.
 *
 * @param learner user and group who owns the home folders
 */
export async function treeOf(root: string, store: string, learner: number): Promise<FileTree> {
  let size = 0;
  const known = new Set<string>();
  const walk = async (path: string): Promise<Entry[]> => {
    const entries: Entry[] = [];
    for (const name of readdirSync(join(root, path)).sort()) {
      const below = path === '' ? name : `${path}/${name}`;
      const at = join(root, below);
      const stat = lstatSync(at);
      const owner = LEARNER_FOLDERS.test(below) ? learner : null;
      const entry: Head = [
        name,
        stat.size,
        Math.floor(stat.mtimeMs / 1000),
        stat.mode,
        owner ?? stat.uid,
        owner ?? stat.gid,
      ];
      if (stat.isDirectory()) entries.push([...entry, await walk(below)]);
      else if (stat.isSymbolicLink()) entries.push([...entry, readlinkSync(at)]);
      else if (stat.isFile()) {
        const bytes = new Uint8Array(readFileSync(at));
        const hash = hashOf(bytes);
        if (!known.has(hash)) await storeContent(store, bytes);
        known.add(hash);
        size += bytes.length;
        entries.push([...entry, hash]);
      }
    }
    return entries;
  };
  return { fsroot: await walk(''), version: TREE_VERSION, size };
}

const FOLDER = 0x4000;
const REGULAR = 0x8000;
const KIND = 0xf000;

/** Hashes of the contents of a tree. */
export function contentsOf({ fsroot }: FileTree): string[] {
  const hashes: string[] = [];
  const walk = (entries: readonly Entry[]) => {
    for (const [, , , mode, , , target] of entries) {
      if ((mode & KIND) === FOLDER && typeof target !== 'string') walk(target);
      if ((mode & KIND) === REGULAR && typeof target === 'string') hashes.push(target);
    }
  };
  walk(fsroot);
  return hashes;
}
