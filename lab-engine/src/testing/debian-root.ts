import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOME } from '../engine-protocol.ts';
import { changesOf, type Seen } from './debian-cases.ts';
import { FILES } from './debian-files.ts';

/** Packages beside Debian's essential ones whose programs the cases use. */
const PACKAGES = 'bc,bsdextrautils,bzip2,file,gawk,gettext-base,jq,patch,procps,sqlite3,tree,xxd,zip';
const LEARNER = 1000;
const LIMIT_MS = 20_000;

/** Why Debian cannot be asked on this machine; null: it can. */
export function missingForDebian(): string | null {
  if (process.getuid?.() !== 0) return 'making a Debian root needs the rights of root';
  const found = spawnSync('mmdebstrap', ['--version']);
  return found.status === 0 ? null : 'the program mmdebstrap is not there';
}

/** Makes a folder with Debian 12 in it, from Debian's packages; takes about a minute. Throws when that fails. */
export function makeDebianRoot(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  const args = ['--variant=essential', `--include=${PACKAGES}`, '--mode=root', 'bookworm', folder];
  const made = spawnSync('mmdebstrap', args, { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`mmdebstrap failed: ${made.stderr.split('\n').slice(-5).join('\n')}`);
  const passwd = join(folder, 'etc/passwd');
  writeFileSync(passwd, `${readFileSync(passwd, 'utf8')}learner:x:${LEARNER}:${LEARNER}::${HOME}:/bin/bash\n`);
  const group = join(folder, 'etc/group');
  writeFileSync(group, `${readFileSync(group, 'utf8')}learner:x:${LEARNER}:\n`);
}

/** Runs commands in Debian's bash as one script, in a home folder with the files of the suite. */
export function seenInDebian(root: string, commands: readonly string[]): Seen {
  const home = join(root, HOME);
  rmSync(home, { recursive: true, force: true });
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  for (const path of ['', ...(readdirSync(home, { recursive: true }) as string[])])
    chownSync(join(home, path), LEARNER, LEARNER);
  const environment = [
    ['HOME', HOME],
    ['USER', 'learner'],
    ['LOGNAME', 'learner'],
    ['LANG', 'C.UTF-8'],
    ['SHELL', '/bin/bash'],
    ['PATH', '/usr/bin:/bin'],
  ].map(([name, value]) => `${name}=${value}`);
  const shell = ['bash', '-O', 'expand_aliases', '-c', commands.join('\n')];
  // Processes and devices are seen in the root of this one command only.
  const mounts = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$@"';
  const chroot = ['--mount', '--fork', 'sh', '-c', mounts, root];
  const args = [
    ...chroot,
    `--userspec=${LEARNER}:${LEARNER}`,
    root,
    '/usr/bin/env',
    '-i',
    '-C',
    HOME,
    ...environment,
    ...shell,
  ];
  const { stdout, status } = spawnSync('unshare', args, { timeout: LIMIT_MS, input: '', encoding: 'utf8' });
  return { stdout, status: status ?? -1, changes: changesOf(FILES, filesIn(home)) };
}

function filesIn(home: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const path of readdirSync(home, { recursive: true }) as string[]) {
    const stat = statSync(join(home, path), { throwIfNoEntry: false });
    if (stat?.isFile()) files.set(path, readFileSync(join(home, path), 'utf8'));
  }
  return files;
}
