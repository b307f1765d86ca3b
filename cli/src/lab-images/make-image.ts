import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LEARNER_ID } from '@academy/lab-engine/linux/guest';
import { IMAGE_FORMAT, type LinuxImage, type StoredContent } from '@academy/lab-engine/linux/image';
import { type Machine, openMachine, startMachine } from '@academy/lab-engine/linux/machine';
import { EnvironmentProblem } from '@academy/lab-host/environments/run-tool';
import { storeContent } from './content-store.ts';
import { packagesOf, programsOf } from './debian-packages.ts';
import { treeOf } from './file-tree.ts';
import { type BootFiles, makeImageRoot } from './make-root.ts';

/** What an image is made of. */
export interface ImageDefinition {
  title: string;
  /** Packages of Debian, beside those that every image has. */
  packages: readonly string[];
  /** Megabytes. */
  memory?: number;
}

const MEMORY = 256;
const BOOT_MS = 240_000;
const require = createRequire(import.meta.url);
const EMULATOR = dirname(require.resolve('v86/package.json'));

/** The emulator's WebAssembly program. */
export const emulatorProgram = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(EMULATOR, 'build/v86.wasm')));
export const emulatorVersion = (): string =>
  (JSON.parse(readFileSync(join(EMULATOR, 'package.json'), 'utf8')) as { version: string }).version;

/** Reads a file of a store of images, for machines that run in Node.js. */
export const readFrom = (store: string) => async (path: string) => new Uint8Array(readFileSync(join(store, path)));

/**
 * Makes an image: a root of Debian's packages, booted once, and saved just before the first prompt.
 *
 * @param store folder of images
 * @throws EnvironmentProblem
 */
export async function makeImage(
  name: string,
  definition: ImageDefinition,
  { store, onLine }: { store: string; onLine?: (line: string) => void },
): Promise<LinuxImage> {
  mkdirSync(store, { recursive: true });
  const folder = mkdtempSync(join(store, '.making-'));
  try {
    const root = join(folder, 'root');
    const boot = await makeImageRoot(definition.packages, {
      root,
      folder,
      ...(onLine === undefined ? {} : { onLine }),
    });
    onLine?.('Storing files');
    const tree = new TextEncoder().encode(JSON.stringify(await treeOf(root, store, LEARNER_ID)));
    onLine?.('Booting');
    const memory = definition.memory ?? MEMORY;
    const state = await savedState(store, tree, boot, memory);
    const parts = { state: await storeContent(store, state, 'state'), tree: await storeContent(store, tree) };
    const packages = packagesOf(root);
    const image: LinuxImage = {
      format: IMAGE_FORMAT,
      name,
      title: definition.title,
      digest: digestOf(parts.state, parts.tree),
      madeAt: new Date().toISOString(),
      memory,
      emulator: emulatorVersion(),
      kernel: boot.version,
      ...parts,
      first: [],
      programs: {},
      packages,
      notice: '',
    };
    onLine?.('Trying');
    image.programs = await tried(image, store, programsOf(root));
    const home = join(store, name);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'image.json'), `${JSON.stringify(image, null, 1)}\n`);
    return image;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const digestOf = (state: StoredContent, tree: StoredContent): string =>
  createHash('sha256').update(`${state.hash}\n${tree.hash}\n`).digest('hex');

async function savedState(store: string, tree: Uint8Array, boot: BootFiles, memory: number): Promise<Uint8Array> {
  let said = '';
  const booting = startMachine(
    { kind: 'boot', ...boot, tree: JSON.parse(new TextDecoder().decode(tree)) },
    {
      memory,
      wasm: emulatorProgram(),
      read: readFrom(store),
      onBoot: (text) => {
        said += text;
      },
    },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new EnvironmentProblem(`The machine did not boot: ${said.trim().split('\n').slice(-8).join('\n')}`, '')),
      BOOT_MS,
    );
  });
  const machine = await Promise.race([booting, late]).finally(() => clearTimeout(timer));
  try {
    await machine.begin();
    await machine.quiet();
    return await machine.save();
  } finally {
    await machine.end();
  }
}

/** Opens an image, and asks its programs for their versions. */
async function tried(image: LinuxImage, store: string, programs: readonly string[]): Promise<Record<string, string>> {
  const machine: Machine = await openMachine({ image, read: readFrom(store), wasm: emulatorProgram() });
  try {
    const { status } = await machine.run('true');
    if (status !== 0) throw new EnvironmentProblem('The machine runs no commands.', '');
    return Object.fromEntries(programs.map((name) => [name, '']));
  } finally {
    await machine.end();
  }
}
