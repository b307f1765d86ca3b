import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What the sandbox agent needs, and a little more for tests. */
const PROGRAMS = [
  ...['bash', 'sh', 'cat', 'chmod', 'cut', 'dirname', 'env', 'head', 'id', 'ls', 'mkdir', 'mv', 'rm', 'sleep', 'sort'],
  ...['stat', 'stty', 'timeout', 'tty', 'touch', 'true', 'readlink', 'find', 'xargs', 'awk', 'flock', 'script', 'tail'],
  ...['nice', 'perl', 'curl', 'seq', 'grep'],
];

const which = (name: string): string => execFileSync('which', [name], { encoding: 'utf8' }).trim();

/** Libraries of a program, by their paths. */
function librariesOf(program: string): string[] {
  try {
    const said = execFileSync('ldd', [program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return [...said.matchAll(/(\/\S+) \(0x/g)].flatMap(([, path]) => path ?? []);
  } catch {
    return [];
  }
}

/**
 * Makes a root of programs of this machine, as small as sandboxes permit: some megabytes.
 *
 * @param more further programs
 */
export function makeSmallRoot(root: string, more: readonly string[] = []): void {
  for (const folder of ['usr/bin', 'usr/lib64', 'etc']) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name));
  mkdirSync(join(root, 'usr/lib'), { recursive: true });
  const libraries = new Set<string>();
  for (const name of [...PROGRAMS, ...more]) {
    const program = which(name);
    copyFileSync(realpathSync(program), join(root, 'usr/bin', name));
    for (const library of librariesOf(program)) libraries.add(library);
  }
  for (const library of libraries) {
    // Where the loader looks, whatever links this machine has on the way.
    const place = join(root, library.replace(/^\/(?:usr\/)?lib/, '/usr/lib'));
    mkdirSync(dirname(place), { recursive: true });
    copyFileSync(realpathSync(library), join(dirname(place), basename(library)));
  }
}
