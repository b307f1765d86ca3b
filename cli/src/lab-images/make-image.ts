import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { emulatorVersion, loadPackagedProgram, readFrom } from '@academy/lab-engine/linux/emulator-package';
import { LEARNER_ID } from '@academy/lab-engine/linux/guest';
import { IMAGE_FORMAT, type LinuxImage } from '@academy/lab-engine/linux/image';
import { openMachine, startMachine } from '@academy/lab-engine/linux/machine';
import { EnvironmentProblem } from '@academy/lab-host/environments/run-tool';
import { storeContent } from './content-store.ts';
import { noticeOf, packagesOf, programsOf } from './debian-packages.ts';
import { type FileTree, treeOf } from './file-tree.ts';
import { writeImage } from './image-folder.ts';
import { type BootFiles, makeImageRoot } from './make-root.ts';

/** What an image is made of. */
export interface ImageDefinition {
  /** As learners read it. */
  title: string;
  /** Packages of Debian, beside those that every image has. */
  packages: readonly string[];
  /** Megabytes of memory of its machines. */
  memory?: number;
}

export interface MakeImageOptions {
  /** Folder of images. */
  store: string;
  /** Suites of this machine's sources that are left out. */
  withoutSuites?: readonly string[];
  /** Called with each step, as a line. */
  onLine?: (line: string) => void;
}

export const DEFAULT_MEMORY = 256;
const BOOT_MS = 600_000;

/**
 * Makes an image: a root of Debian's packages, booted once, and saved just before the first prompt. One of the same name is
 * replaced when the new one works.
 *
 * @throws EnvironmentProblem
 */
export async function makeImage(
  name: string,
  definition: ImageDefinition,
  { store, withoutSuites = [], onLine = () => {} }: MakeImageOptions,
): Promise<LinuxImage> {
  mkdirSync(store, { recursive: true });
  const folder = mkdtempSync(join(store, '.making-'));
  try {
    const root = join(folder, 'root');
    const boot = await makeImageRoot(definition.packages, { root, folder, withoutSuites, onLine });
    onLine('Storing files');
    const files = await treeOf(root, store, LEARNER_ID);
    onLine('Booting');
    const { memory = DEFAULT_MEMORY } = definition;
    const state = await savedState(store, files, boot, memory);
    onLine('Packing');
    const parts = {
      state: await storeContent(store, state, 'state'),
      tree: await storeContent(store, new TextEncoder().encode(JSON.stringify(files))),
    };
    const packages = packagesOf(root);
    const image: LinuxImage = {
      format: IMAGE_FORMAT,
      ...{ name, title: definition.title, digest: digestOf(parts), madeAt: new Date().toISOString() },
      ...{ memory, emulator: emulatorVersion(), kernel: boot.version, ...parts, first: [] },
      ...{ programs: programsOf(root, packages), packages, notice: noticeOf(boot.version, packages) },
    };
    onLine('Trying');
    image.first = await readBeforePrompt(image, store);
    writeImage(store, image);
    return image;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const digestOf = ({ state, tree }: Pick<LinuxImage, 'state' | 'tree'>): string =>
  createHash('sha256').update(`${state.hash}\n${tree.hash}\n`).digest('hex');

async function savedState(store: string, files: FileTree, boot: BootFiles, memory: number): Promise<Uint8Array> {
  let said = '';
  const booting = startMachine(
    { kind: 'boot', ...boot, tree: files },
    {
      ...{ memory, loadProgram: loadPackagedProgram, read: readFrom(store) },
      onBoot: (text) => {
        said += text;
      },
    },
  );
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => {
    const last = said.trim().split('\n').slice(-8).join('\n');
    timer.reject(new EnvironmentProblem(`The machine did not boot: ${last}`, 'Try it again on a quieter machine.'));
  }, BOOT_MS);
  const machine = await Promise.race([booting, timer.promise]).finally(() => clearTimeout(timeout));
  try {
    await machine.begin();
    await machine.prepare();
    await machine.quiet();
    return await machine.save();
  } finally {
    await machine.end();
  }
}

/** Opens an image as a page does. @returns the contents that were read until its prompt */
async function readBeforePrompt(image: LinuxImage, store: string): Promise<string[]> {
  const prompt = Promise.withResolvers<void>();
  let shown = '';
  const machine = await openMachine({
    ...{ image, read: readFrom(store), loadProgram: loadPackagedProgram },
    onOutput: (_, bytes) => {
      shown += new TextDecoder().decode(bytes);
      if (shown.includes('$ ')) prompt.resolve();
    },
  });
  try {
    await machine.openTerminal(1);
    await prompt.promise;
    const before = [...machine.fetched];
    const { status, stderr } = await machine.run('true');
    if (status !== 0) throw new EnvironmentProblem(`The machine runs no commands: ${stderr}`, 'Try it again.');
    return before;
  } finally {
    await machine.end();
  }
}
