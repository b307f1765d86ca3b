import type { FileSystem, Inode } from './emulator.ts';
import { INBOX, LEARNER_ID } from './guest.ts';
import type { HomeEntry } from './home-state.ts';

/** A file of the learner; with a target a link, with neither a folder. */
export interface MachineFile {
  /** Relative to the home folder. */
  path: string;
  /** Permissions of a file. */
  mode?: number;
  bytes?: Uint8Array;
  target?: string;
}

const KIND = 0xf000;
const FOLDER = 0x4000;
const REGULAR = 0x8000;
const LINK = 0xa000;
const OWN = (id: Inode) => {
  id.uid = LEARNER_ID;
  id.gid = LEARNER_ID;
};

/** Lays files into a new folder of the inbox, which the agent takes from there. */
export class Inbox {
  readonly #files: FileSystem;
  /** Names of an earlier session could be in a saved state. */
  #last = 0;
  readonly #prefix: string;

  constructor(files: FileSystem, prefix: string) {
    this.#files = files;
    this.#prefix = prefix;
  }

  /** @returns the token by which the agent finds them */
  async lay(contents: Readonly<Record<string, Uint8Array | string>>): Promise<string> {
    const { token, id } = this.#folder();
    for (const [name, content] of Object.entries(contents)) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const file = this.#files.GetInode(await this.#files.CreateBinaryFile(name, id, bytes));
      file.mode = REGULAR | 0o644;
    }
    return token;
  }

  /** Lays files of the learner, in folders as their paths say. @returns the token */
  async layFiles(files: readonly MachineFile[]): Promise<string> {
    const { token, id } = this.#folder();
    const folders = new Map([['', this.#makeFolder('files', id)]]);
    const folderOf = (path: string): number => {
      const there = folders.get(path);
      if (there !== undefined) return there;
      const made = this.#makeFolder(nameOf(path), folderOf(parentOf(path)));
      folders.set(path, made);
      return made;
    };
    for (const { path, mode = 0o644, bytes, target } of files) {
      if (bytes === undefined && target === undefined) {
        folderOf(path);
        continue;
      }
      const folder = folderOf(parentOf(path));
      const made =
        target === undefined
          ? await this.#files.CreateBinaryFile(nameOf(path), folder, bytes ?? new Uint8Array(0))
          : this.#files.CreateSymlink(nameOf(path), folder, target);
      const inode = this.#files.GetInode(made);
      OWN(inode);
      inode.mode = target === undefined ? REGULAR | mode : LINK | 0o777;
    }
    return token;
  }

  #folder(): { token: string; id: number } {
    const token = `${this.#prefix}${++this.#last}`;
    const { id } = this.#files.SearchPath(INBOX);
    const made = this.#files.CreateDirectory(token, id);
    this.#files.GetInode(made).mode = FOLDER | 0o755;
    return { token, id: made };
  }

  #makeFolder(name: string, parent: number): number {
    const made = this.#files.CreateDirectory(name, parent);
    const inode = this.#files.GetInode(made);
    OWN(inode);
    inode.mode = FOLDER | 0o755;
    return made;
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Everything below a folder, as the file system has it. */
export function homeEntries(files: FileSystem, folder: string): HomeEntry[] {
  const found: HomeEntry[] = [];
  const walk = (id: number, before: string) => {
    for (const [name, child] of files.GetInode(id).direntries) {
      if (name === '.' || name === '..') continue;
      const { mode, size, mtime, symlink } = files.GetInode(child);
      const path = before + name;
      found.push({ path, mode, size, changedAt: mtime, ...((mode & KIND) === LINK && { target: symlink }) });
      if ((mode & KIND) === FOLDER) walk(child, `${path}/`);
    }
  };
  const { id } = files.SearchPath(folder);
  if (id !== -1) walk(id, '');
  return found;
}

/** The content of a file. */
export async function contentOf(files: FileSystem, id: number, inode: Inode): Promise<Uint8Array> {
  return (await files.Read(id, 0, inode.size))?.slice() ?? new Uint8Array(0);
}
