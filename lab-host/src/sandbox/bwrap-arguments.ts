import { OWN_SCRIPTS, PACKAGES } from '@academy/labs/lab-files/lab-setup';
/** Home folder of the learner in every sandbox. */
export const SANDBOX_HOME = ['', 'home', 'learner'].join('/');
/** Folder of the sandbox agent's own short-lived files. */
export const AGENT_FOLDER = '/run/lab';
/** Where a sandbox sees its home folder as its layers have it. */
export const LAYERS_PATH = '/run/lab-layers';

/** What a sandbox sees of the machine, and how much it may use. */
export interface SandboxView {
  /** Folders of the host that are mounted read-only, at the same path. */
  folders: readonly string[];
  /** Folders of the host that are mounted read-only at another path: by the path in the sandbox. */
  mounts?: Readonly<Record<string, string>>;
  /** Folders of the host that the sandbox may write, by their paths in it. */
  writable?: Readonly<Record<string, string>>;
  /** Variables besides the usual ones, or in their place. */
  variables?: Readonly<Record<string, string>>;
  /** Symbolic links at the root, such as `/bin` to `usr/bin`. */
  links: Readonly<Record<string, string>>;
  /** Files that exist in the sandbox only, each read from the open file of this number. */
  files: Readonly<Record<string, number>>;
  /** Number of the open file with the seccomp filter. */
  filter: number;
  homeBytes: number;
  /** Folders of the host that are mounted as the home folder, and read-only beside it; null: an empty home folder. */
  home?: { writable: string; layers: string | null } | null;
}

const MEGABYTE = 1024 * 1024;
/** Most bytes that a learner may write outside of the home folder. */
const TEMPORARY_BYTES = 64 * MEGABYTE;
const SHARED_MEMORY_BYTES = 16 * MEGABYTE;
const AGENT_BYTES = 48 * MEGABYTE;

const ENVIRONMENT: Readonly<Record<string, string>> = {
  HOME: SANDBOX_HOME,
  USER: 'learner',
  LOGNAME: 'learner',
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  TERM: 'xterm-256color',
};

/** Where labs look for packages, their own folder and their home folder, as on the lab platform. */
const OF_THE_PLATFORM: Readonly<Record<string, string>> = {
  '/opt/packages': `${SANDBOX_HOME}/${PACKAGES}`,
  '/opt/workshop': `${SANDBOX_HOME}/${OWN_SCRIPTS}`,
  [['', 'home', 'eduk8s'].join('/')]: SANDBOX_HOME,
};

/**
 * The command line of a sandbox: namespaces of its own for everything, no network but its loopback, no capabilities, no
 * further namespaces, and folders that are read-only or temporary. All its processes end with the process that started
 * it.
 */
export function bwrapArguments(view: SandboxView, command: readonly string[]): string[] {
  const temporary = (folder: string, bytes: number) => ['--size', String(bytes), '--perms', '0700', '--tmpfs', folder];
  return [
    ['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session'],
    ['--cap-drop', 'ALL', '--uid', '1000', '--gid', '1000', '--hostname', 'lab'],
    ['--seccomp', String(view.filter)],
    view.folders.flatMap((folder) => ['--ro-bind', folder, folder]),
    Object.entries({ ...view.links, ...OF_THE_PLATFORM }).flatMap(([link, target]) => ['--symlink', target, link]),
    ['--proc', '/proc', '--dev', '/dev'],
    temporary('/dev/shm', SHARED_MEMORY_BYTES),
    temporary('/tmp', TEMPORARY_BYTES),
    temporary(AGENT_FOLDER, AGENT_BYTES),
    homeArguments(view),
    // Some lie in the folders above.
    Object.entries(view.mounts ?? {}).flatMap(([path, folder]) => ['--ro-bind', folder, path]),
    Object.entries(view.writable ?? {}).flatMap(([path, folder]) => ['--bind', folder, path]),
    Object.entries(view.files).flatMap(([path, file]) => ['--ro-bind-data', String(file), path]),
    // Otherwise the folders around those above could be filled without any limit.
    ['--remount-ro', '/dev', '--remount-ro', '/'],
    [
      '--clearenv',
      ...Object.entries({ ...ENVIRONMENT, ...view.variables }).flatMap(([name, value]) => ['--setenv', name, value]),
    ],
    ['--chdir', SANDBOX_HOME, '--', ...command],
  ].flat();
}

function homeArguments({ homeBytes, home = null }: SandboxView): string[] {
  if (home === null) return ['--size', String(homeBytes), '--perms', '0700', '--tmpfs', SANDBOX_HOME];
  const layers = home.layers === null ? [] : ['--ro-bind', home.layers, LAYERS_PATH];
  return ['--bind', home.writable, SANDBOX_HOME, ...layers];
}
