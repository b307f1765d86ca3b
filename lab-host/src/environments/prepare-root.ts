import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_PATH, SHELL_PATH } from '../sandbox/sandbox-agent.ts';
import { EnvironmentProblem } from './run-tool.ts';

/** Files that sandboxes lay their own over: nothing can be made in a read-only folder. */
const PLACES = ['/etc/passwd', '/etc/group', '/etc/hosts', AGENT_PATH, SHELL_PATH];
/** What belongs to the machine where the root was made, or to nobody. */
const LEFTOVERS = [
  'etc/resolv.conf',
  'etc/hostname',
  'etc/machine-id',
  'etc/shadow-',
  'etc/passwd-',
  'etc/group-',
  'etc/gshadow-',
  '.dockerenv',
  'var/lib/apt/lists',
  'var/cache/apt',
  'var/cache/debconf',
  'var/log',
  'var/tmp',
];
/** Folders that sandboxes make themselves: what they hold is never seen. */
const EMPTIED = ['dev', 'proc', 'sys', 'run', 'tmp', 'root', 'home', 'boot', 'media', 'mnt'];

const FOLDER_MODE = 0o755;
/** Everybody may read a folder's names and go on; its owner may also write, or it could not be removed. */
const PASSABLE = 0o755;
const SPECIAL_BITS = 0o6000;

/** True when a folder on the way is a link: what is done behind it would happen elsewhere. */
function leavesRoot(root: string, path: string): boolean {
  const parts = path.split('/').filter(Boolean);
  return parts.slice(0, -1).some((_part, at) => {
    const stat = lstatSync(join(root, ...parts.slice(0, at + 1)), { throwIfNoEntry: false });
    return stat !== undefined && !stat.isDirectory();
  });
}

/**
 * Makes a root ready for sandboxes: removes what belongs to the machine where it was made, files that are no files
 * (devices, sockets), and the bits that give a program another user's rights; makes the files that sandboxes lay
 * theirs over.
 *
 * @throws EnvironmentProblem when it is no root of a Linux system
 */
export function prepareRoot(root: string): void {
  if (lstatSync(join(root, 'usr'), { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new EnvironmentProblem('The root has no folder usr.', 'Name the root of a Linux system with bash in it.');
  for (const path of [...LEFTOVERS, ...EMPTIED]) {
    if (!leavesRoot(root, path)) rmSync(join(root, path), { recursive: true, force: true });
  }
  mendTree(root);
  for (const path of PLACES) {
    if (leavesRoot(root, path))
      throw new EnvironmentProblem(`${path} of the root lies behind a link.`, 'Make the folders above it real ones.');
    const place = join(root, path);
    mkdirSync(join(place, '..'), { recursive: true, mode: FOLDER_MODE });
    if (lstatSync(place, { throwIfNoEntry: false })?.isFile() === true) continue;
    rmSync(place, { recursive: true, force: true });
    writeFileSync(place, '');
  }
}

function mendTree(folder: string): void {
  chmodSync(folder, (lstatSync(folder).mode & ~SPECIAL_BITS & 0o7777) | PASSABLE);
  for (const entry of readdirSync(Buffer.from(folder), { withFileTypes: true, encoding: 'buffer' })) {
    const path = Buffer.concat([Buffer.from(`${folder}/`), entry.name]);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) mendTree(path.toString());
    else if (!entry.isFile()) rmSync(path);
    else {
      const mode = lstatSync(path).mode & 0o7777;
      if ((mode & SPECIAL_BITS) !== 0) chmodSync(path, mode & ~SPECIAL_BITS);
    }
  }
}
