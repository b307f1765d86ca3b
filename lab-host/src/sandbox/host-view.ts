import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with programs, libraries and their data. Not `/usr/src` and the like, where servers are installed. */
const FOLDERS = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libexec', 'share', 'include'];
/** Settings of programs without secrets. */
const SETTINGS = ['alternatives', 'ld.so.cache', 'ssl/certs', 'maven'];
const JAVA = /^java-\d+/;

/** What sandboxes see of this machine. */
export interface HostView {
  folders: string[];
  links: Record<string, string>;
  /** Folders that are seen at another path: by the path in the sandbox. */
  mounts?: Record<string, string>;
  /** Folders that sandboxes may write, by the path in the sandbox. */
  writable?: Record<string, string>;
  variables?: Record<string, string>;
  /** Texts of files that exist in the sandbox only, by their paths. */
  texts?: Record<string, string>;
}

/** Finds where this machine has its programs. */
export function hostView(): HostView {
  const links: Record<string, string> = {};
  const folders = ['/usr', '/usr/local']
    .flatMap((root) => FOLDERS.map((name) => join(root, name)))
    .filter((folder) => existsSync(folder) && !lstatSync(folder).isSymbolicLink());
  for (const name of FOLDERS.slice(0, 5)) {
    const path = `/${name}`;
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) links[path] = readlinkSync(path);
    else folders.push(path);
  }
  const settings = [...SETTINGS, ...readdirSync('/etc').filter((name) => JAVA.test(name))].map(
    (name) => `/etc/${name}`,
  );
  return { folders: [...folders, ...settings.filter((path) => existsSync(path))], links };
}

/** Whether a path of the host can be read in sandboxes with these folders. */
export function isVisible(path: string, { folders, mounts = {} }: HostView): boolean {
  const place = existsSync(path) ? realpathSync(path) : path;
  return [...folders, ...Object.values(mounts)].some((folder) => place === folder || place.startsWith(`${folder}/`));
}
