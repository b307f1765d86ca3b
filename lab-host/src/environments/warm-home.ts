import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_HOME } from '../sandbox/bwrap-arguments.ts';
import { WARM_PATH } from '../sandbox/sandbox-agent.ts';

/**
 * Folders of the home folder that builds fill with what they fetch, and their place in the shared folder: libraries, Maven
 * and Gradle themselves. Gradle takes libraries from a folder of its own, which it reads as well as that of the learner.
 */
const WARM_FOLDERS: Readonly<Record<string, string>> = {
  '.m2/repository': '.m2/repository',
  '.m2/wrapper': '.m2/wrapper',
  '.gradle/wrapper/dists': '.gradle/wrapper/dists',
  '.gradle/caches/modules-2': 'gradle/modules-2',
};
/** What Maven and Gradle note about something that they did not get, or are about to write. */
const LEFTOVERS = /\.(?:lastUpdated|lock|lck|part|tmp)$|^gc\.properties$/;

/** What builds have fetched, in the shape of a home folder. @param home folder of the environment */
export const warmOf = (home: string): string => join(home, 'warm');

/** What labs of an environment see of what builds have fetched. @param home folder of the environment */
export function warmView(home: string): { mounts: Record<string, string>; variables: Record<string, string> } {
  const warm = warmOf(home);
  return {
    mounts: existsSync(warm) ? { [WARM_PATH]: warm } : {},
    variables: hasFiles(join(warm, 'gradle/modules-2')) ? { GRADLE_RO_DEP_CACHE: `${WARM_PATH}/gradle` } : {},
  };
}

const hasFiles = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0;
const isExecutable = (path: string): boolean => (lstatSync(path).mode & 0o111) !== 0;

/** A folder that sandboxes fill, in place of what earlier builds have fetched. */
export interface Warming {
  /** Folders of this machine that the sandbox may write, by their paths in it. */
  writable: Record<string, string>;
  /** Keeps what was fetched, together with what was there. @returns how much there is now */
  keep(): { files: number; bytes: number };
  discard(): void;
}

/**
 * Begins to fill the shared folders of an environment. Labs that run meanwhile see what was there before; one that runs
 * through two fillings loses it.
 *
 * @param home folder of the environment
 */
export function beginWarming(home: string): Warming {
  const place = mkdtempSync(join(home, '.warming-'));
  // A server that runs as root starts sandboxes as somebody else.
  chmodSync(place, 0o755);
  if (existsSync(warmOf(home))) cpSync(warmOf(home), place, { recursive: true, preserveTimestamps: true });
  for (const folder of Object.values(WARM_FOLDERS)) mkdirSync(join(place, folder), { recursive: true });
  eachEntry(place, (path, isFolder) => chmodSync(path, isFolder || isExecutable(path) ? 0o777 : 0o666));
  return {
    writable: Object.fromEntries(
      Object.entries(WARM_FOLDERS).map(([folder, own]) => [`${SANDBOX_HOME}/${folder}`, join(place, own)]),
    ),
    keep() {
      const counts = { files: 0, bytes: 0 };
      eachEntry(place, (path, isFolder) => {
        chmodSync(path, isFolder || isExecutable(path) ? 0o755 : 0o644);
        if (!isFolder) counts.files += 1;
        if (!isFolder) counts.bytes += lstatSync(path).size;
      });
      const former = join(home, '.warm-before');
      rmSync(former, { recursive: true, force: true });
      if (existsSync(warmOf(home))) renameSync(warmOf(home), former);
      renameSync(place, warmOf(home));
      return counts;
    },
    discard: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** Calls for each file and folder below one; what is neither, and what Maven did not finish, is removed. */
function eachEntry(folder: string, change: (path: string, isFolder: boolean) => void): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if ((!entry.isDirectory() && !entry.isFile()) || LEFTOVERS.test(entry.name)) rmSync(path);
    else {
      change(path, entry.isDirectory());
      if (entry.isDirectory()) eachEntry(path, change);
    }
  }
}
