import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { aptOfThisMachine, debianArguments } from './debian.ts';
import { readLayout, whiteoutsOf } from './oci-layout.ts';
import { EnvironmentProblem, findTool, needTool, runTool } from './run-tool.ts';
import type { EnvironmentSource } from './source.ts';

export interface MakeOptions {
  /** A new folder for what is needed meanwhile. */
  folder: string;
  /** Folder that relative paths refer to. */
  cwd: string;
  onLine?: (line: string) => void;
}

/**
 * Fills a new folder with the root of an environment.
 *
 * @returns variables that the source sets
 * @throws EnvironmentProblem
 */
export async function makeRoot(
  source: EnvironmentSource,
  root: string,
  options: MakeOptions,
): Promise<Record<string, string>> {
  if (source.kind === 'debian') await fromDebian(source.packages, root, options);
  else if (source.kind === 'folder') fromFolder(resolve(options.cwd, source.folder), root);
  else return fromImage(source.image, root, options);
  return {};
}

function fromFolder(folder: string, root: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new EnvironmentProblem(`There is no folder ${folder}.`, 'Name the root of a Linux system.');
  try {
    cpSync(folder, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  } catch (error) {
    throw new EnvironmentProblem(
      `${folder} could not be copied: ${error instanceof Error ? error.message : String(error)}.`,
      'Copy it as a user who may read all of it, without devices and sockets.',
    );
  }
}

async function fromDebian(packages: readonly string[], root: string, { folder, onLine }: MakeOptions): Promise<void> {
  const program = needTool('mmdebstrap', 'An environment of Debian packages', 'mmdebstrap');
  const apt = aptOfThisMachine();
  if (apt === null)
    throw new EnvironmentProblem(
      'This machine has no package sources of Debian or Ubuntu.',
      'Make the environment on such a machine and copy its folder, or use an image (oci:).',
    );
  const archive = join(folder, 'root.tar');
  const progress = onLine === undefined ? {} : { onLine };
  await runTool(program, debianArguments(apt, packages, archive), { what: 'mmdebstrap', ...progress });
  await unpack(archive, root, ['--exclude=./dev/*']);
}

async function fromImage(image: string, root: string, options: MakeOptions): Promise<Record<string, string>> {
  const given = isAbsolute(image) ? image : resolve(options.cwd, image);
  const layout = existsSync(join(given, 'index.json')) ? given : await pulled(image, options);
  const { layers, variables } = readLayout(layout);
  for (const layer of layers) await applyLayer(layer, root, options.folder);
  return variables;
}

/** An image of a registry as a folder in the OCI layout. */
async function pulled(image: string, { folder, onLine }: MakeOptions): Promise<string> {
  const layout = join(folder, 'image');
  const skopeo = findTool('skopeo');
  const progress = onLine === undefined ? {} : { onLine };
  if (skopeo !== null) {
    await runTool(skopeo, ['copy', `docker://${image}`, `oci:${layout}:environment`], { what: 'skopeo', ...progress });
    return layout;
  }
  const buildah = findTool('buildah');
  if (buildah === null)
    throw new EnvironmentProblem(
      `To fetch ${image}, skopeo or buildah is needed; this machine has neither.`,
      'Install one: "sudo apt-get install skopeo". Or name a folder in the OCI layout.',
    );
  // Stores of its own: nothing is left in those of the machine.
  const stores = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  await runTool(buildah, [...stores, 'pull', `docker://${image}`], { what: 'buildah', ...progress });
  await runTool(buildah, [...stores, 'push', image, `oci:${layout}:environment`], { what: 'buildah', ...progress });
  return layout;
}

async function applyLayer(layer: string, root: string, folder: string): Promise<void> {
  const names = (await runTool('tar', ['--list', '--file', layer], { what: 'tar' })).split('\n').filter(Boolean);
  const { removed, emptied } = whiteoutsOf(names);
  if (removed.length + emptied.length > 0) {
    mkdirSync(root, { recursive: true });
    const lists = { removed: join(folder, 'removed'), emptied: join(folder, 'emptied') };
    writeFileSync(lists.removed, removed.map((path) => `./${path}\0`).join(''));
    writeFileSync(lists.emptied, emptied.map((path) => `./${path}\0`).join(''));
    // Behind a link nothing can be removed: everything but the root is read-only.
    await contained(root, ['/bin/bash', '-c', REMOVE, 'remove', root, lists.removed, lists.emptied]);
  }
  await unpack(layer, root, ['--exclude=.wh.*']);
}

/** Removes the paths of one list, and what is in the folders of another. */
const REMOVE = `cd "$1" && xargs -0 -r -a "$2" rm -rf -- &&
xargs -0 -r -a "$3" -I{} bash -c 'if [ -d "$1" ]; then find "$1" -mindepth 1 -delete; fi' empty {}`;

/** Unpacks an archive, whose names and links cannot lead out of the root. */
async function unpack(archive: string, root: string, more: readonly string[]): Promise<void> {
  mkdirSync(root, { recursive: true });
  await contained(root, ['tar', '--extract', '--file', archive, '--directory', root, '--no-same-owner', ...more]);
}

/** Runs a command that can write nowhere but in one folder, and reaches no network. */
function contained(folder: string, command: readonly string[]): Promise<string> {
  const bwrap = needTool('bwrap', 'Making an environment', 'bubblewrap');
  const view = ['--ro-bind', '/', '/', '--bind', folder, folder, '--dev', '/dev', '--unshare-net', '--die-with-parent'];
  return runTool(bwrap, [...view, '--', ...command], { what: command[0] ?? '' });
}
