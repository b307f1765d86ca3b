import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { clientSettings } from '../network/client-settings.ts';
import { SANDBOX_HOME } from '../sandbox/bwrap-arguments.ts';
import type { HostView } from '../sandbox/host-view.ts';
import type { EnvironmentRecord, LabEnvironment } from './environment.ts';

/** Uppermost folders that each sandbox makes itself. */
const OWN_FOLDERS = ['boot', 'dev', 'home', 'lost+found', 'media', 'mnt', 'opt', 'proc', 'root', 'run', 'sys', 'tmp'];
/** Folders of `/opt` that each sandbox has itself. */
const OWN_PROGRAMS = ['lab', 'packages', 'workshop'];

/** The uppermost folders and links of a root that sandboxes see, and the programs of its `/opt`. */
export function rootView(root: string): { mounts: Record<string, string>; links: Record<string, string> } {
  const mounts: Record<string, string> = {};
  const links: Record<string, string> = {};
  const see = (folder: string, own: readonly string[]) => {
    for (const name of readdirSync(join(root, folder)).sort()) {
      if (own.includes(name)) continue;
      const path = join(root, folder, name);
      const stat = lstatSync(path);
      if (stat.isSymbolicLink()) links[`${folder}/${name}`] = readlinkSync(path);
      else if (stat.isDirectory()) mounts[`${folder}/${name}`] = path;
    }
  };
  see('', OWN_FOLDERS);
  if (lstatSync(join(root, 'opt'), { throwIfNoEntry: false })?.isDirectory() === true) see('/opt', OWN_PROGRAMS);
  return { mounts, links };
}

/** A path in a sandbox, with its home folder in the place of `~`. */
const inSandbox = (path: string): string => path.replace(/^~(?=\/)/, SANDBOX_HOME);

/** What a sandbox of an environment sees, and its variables. */
export function environmentView(
  { variables, files, caches, limits, hosts, mavenMirror }: LabEnvironment,
  record: Pick<EnvironmentRecord, 'variables'>,
  root: string,
): HostView {
  const { mounts, links } = rootView(root);
  const settings = clientSettings({ hasProxy: hosts.length > 0, mavenMirror });
  return {
    folders: [],
    mounts: { ...mounts, ...Object.fromEntries(caches.map(({ from, to }) => [inSandbox(to), from])) },
    links,
    variables: {
      ...record.variables,
      ...settings.variables,
      LAB_PROCESSES: String(limits.processes),
      ...variables,
    },
    texts: {
      ...settings.files,
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [inSandbox(path), text])),
    },
  };
}

/**
 * Why caches of an environment cannot be mounted, each as the rest of a sentence: nothing can be made inside of a
 * read-only folder of the root.
 */
export function cacheProblems({ caches }: Pick<LabEnvironment, 'caches'>, root: string): string[] {
  const { mounts, links } = rootView(root);
  const taken = [...Object.keys(mounts), ...Object.keys(links)];
  return caches.flatMap(({ from, to }) => {
    const top = `/${to.split('/')[1]}`;
    if (lstatSync(from, { throwIfNoEntry: false })?.isDirectory() !== true)
      return [`has a cache from ${from}, which is no folder`];
    if (to.startsWith('~/')) return [];
    return taken.includes(top) || OWN_FOLDERS.includes(top.slice(1))
      ? [`has a cache at ${to}; choose a folder such as /caches/maven, or one of the home folder (~/.m2/repository)`]
      : [];
  });
}
