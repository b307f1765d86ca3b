import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOME } from '@academy/lab-engine/engine-protocol';
import { GUEST_FILES, INBOX, LEARNER_ID } from '@academy/lab-engine/linux/guest';
import { aptOfThisMachine } from '@academy/lab-host/environments/debian';
import { EnvironmentProblem, needTool, runTool } from '@academy/lab-host/environments/run-tool';

/** What every machine has, beside Debian's essential packages. */
const BASE = [
  'bash',
  'less',
  'gawk',
  'jq',
  'man-db',
  'vim-tiny',
  'curl',
  'ca-certificates',
  'procps',
  'iproute2',
  'bsdextrautils',
  'file',
];
/** Needed to boot once; their files are not part of the image's root. */
const BOOT = ['linux-image-686', 'initramfs-tools', 'seabios'];
const ARCHITECTURE = 'i386';

const MODULES = ['virtio_pci', 'virtio_console', '9p', '9pnet_virtio'];

/** Mounts the emulator's file system as the root. */
const MOUNT_ROOT = `mountroot()
{
  for module in ${MODULES.join(' ')}; do modprobe $module; done
  mount -t 9p -o trans=virtio,version=9p2000.L,cache=loose,msize=262144 host9p "\${rootmnt}"
}
mount_top() { :; }
mount_premount() { :; }
mount_bottom() { :; }
`;
const HOOK = `#!/bin/sh
if [ "$1" = prereqs ]; then exit 0; fi
. /usr/share/initramfs-tools/hook-functions
manual_add_modules ${MODULES.join(' ')}
`;
const INITRAMFS: Readonly<Record<string, { text: string; mode: number }>> = {
  'etc/initramfs-tools/conf.d/lab': { text: 'MODULES=list\nBUSYBOX=n\nCOMPRESS=gzip\n', mode: 0o644 },
  'etc/initramfs-tools/scripts/lab': { text: MOUNT_ROOT, mode: 0o644 },
  'etc/initramfs-tools/hooks/lab': { text: HOOK, mode: 0o755 },
};

/** Folders whose content no learner needs; what they hold is often more than all programs. */
const EMPTIED = [
  ...['boot', 'dev', 'run', 'tmp', 'var/cache', 'var/lib/apt', 'var/log', 'var/tmp'],
  ...[
    'usr/lib/modules',
    'usr/share/locale',
    'usr/share/seabios',
    'usr/share/bug',
    'usr/share/lintian',
    'usr/share/initramfs-tools',
  ],
  ...['usr/share/zoneinfo/right', 'usr/share/zoneinfo/posix', 'usr/lib/udev/hwdb.d', 'etc/initramfs-tools'],
];

/** What the emulator needs to boot a root. */
export interface BootFiles {
  bios: Uint8Array;
  vgaBios: Uint8Array;
  kernel: Uint8Array;
  initrd: Uint8Array;
  /** Version of the kernel, as its file is named. */
  version: string;
}

export interface RootOptions {
  /** A new folder, for the root. */
  root: string;
  /** A folder for what is needed meanwhile. */
  folder: string;
  /** Suites of this machine's sources that are left out, such as `bookworm-security`. */
  withoutSuites?: readonly string[];
  onLine?: (line: string) => void;
}

/**
 * Makes a root for a machine from Debian's packages in a new folder.
 *
 * @returns what boots it, which is taken out of the root
 * @throws EnvironmentProblem
 */
export async function makeImageRoot(packages: readonly string[], options: RootOptions): Promise<BootFiles> {
  const { root, folder, withoutSuites = [], onLine } = options;
  const program = needTool('mmdebstrap', 'An image of a Linux machine', 'mmdebstrap arch-test');
  needTool('arch-test', 'An image of a Linux machine', 'mmdebstrap arch-test');
  if (process.getuid?.() !== 0)
    throw new EnvironmentProblem('Making an image of a Linux machine needs the rights of root.', 'Run it with sudo.');
  const apt = aptOfThisMachine();
  if (apt === null)
    throw new EnvironmentProblem(
      'This machine has no package sources of Debian.',
      'Make the image on such a machine and copy its folder.',
    );
  const sources = apt.sources.filter((line) => !withoutSuites.some((suite) => line.split(' ').includes(suite)));
  const overlay = join(folder, 'overlay');
  for (const [path, { text, mode }] of Object.entries(INITRAMFS)) write(join(overlay, path), text, mode);
  const include = [...new Set([...BASE, ...packages, ...BOOT])];
  await runTool(
    program,
    [
      '--variant=minbase',
      '--mode=root',
      `--architectures=${ARCHITECTURE}`,
      `--include=${include.join(',')}`,
      '--aptopt=APT::Install-Recommends "false"',
      '--dpkgopt=force-unsafe-io',
      '--skip=output/mknod',
      `--setup-hook=cp -r ${quoted(`${overlay}/.`)} "$1"/`,
      apt.release,
      root,
      ...sources,
    ],
    { what: 'mmdebstrap', ...(onLine === undefined ? {} : { onLine }) },
  );
  const boot = takeBootFiles(root);
  finish(root);
  return boot;
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

function write(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

function takeBootFiles(root: string): BootFiles {
  const names = readdirSync(join(root, 'boot'));
  const kernel = names.find((name) => name.startsWith('vmlinuz-'));
  const initrd = names.find((name) => name.startsWith('initrd.img-'));
  if (kernel === undefined || initrd === undefined)
    throw new EnvironmentProblem('Debian’s kernel has left no files to boot.', 'Try it again.');
  const at = (path: string) => new Uint8Array(readFileSync(join(root, path)));
  return {
    bios: at('usr/share/seabios/bios.bin'),
    vgaBios: at('usr/share/seabios/vgabios-stdvga.bin'),
    kernel: at(`boot/${kernel}`),
    initrd: at(`boot/${initrd}`),
    version: kernel.replace('vmlinuz-', ''),
  };
}

/** Takes away what only weighs, and adds the learner and the files of this product. */
function finish(root: string): void {
  for (const path of EMPTIED) {
    if (!existsSync(join(root, path))) continue;
    rmSync(join(root, path), { recursive: true });
    mkdirSync(join(root, path));
  }
  keepOnly(join(root, 'usr/share/doc'), (name) => name === 'copyright');
  keepOnly(join(root, 'var/lib/dpkg/info'), (name) => name.endsWith('.list'));
  for (const [path, { text, mode }] of Object.entries(GUEST_FILES)) write(join(root, path), text, mode);
  for (const path of [INBOX, HOME]) mkdirSync(join(root, path), { recursive: true });
  appendFileSync(join(root, 'etc/passwd'), `learner:x:${LEARNER_ID}:${LEARNER_ID}::${HOME}:/bin/bash\n`);
  appendFileSync(join(root, 'etc/group'), `learner:x:${LEARNER_ID}:\n`);
  writeFileSync(join(root, 'etc/hostname'), 'lab\n');
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost lab\n::1 localhost\n');
  writeFileSync(join(root, 'etc/resolv.conf'), '');
}

/** Removes files below a folder; links stay. */
function keepOnly(folder: string, isKept: (name: string) => boolean): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !isKept(entry.name)) rmSync(join(entry.parentPath, entry.name), { force: true });
}
