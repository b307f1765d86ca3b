import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LabFile } from '@academy/labs/lab-provider';
import type { HostView } from '../sandbox/host-view.ts';
import { Sandbox, SandboxGone } from '../sandbox/sandbox.ts';
import { writeFiles } from '../sandbox/sandbox-files.ts';
import type { SandboxLayers } from '../sandbox/sandbox-home.ts';
import { sandboxUser } from '../sandbox/sandbox-user.ts';
import type { SandboxPack } from './sandbox-setup.ts';
import { unpackScript } from './unpack-script.ts';

/** Longest unpacking of one layer, seconds. */
const MAKING_SECONDS = 60;
const TRIAL_BYTES = 4 * 1024 * 1024;
/** Characters of the names of layers: all names of a home folder are one argument of the kernel. */
const NAME_LENGTH = 32;

/** What a lab's home folder begins with. */
interface HomeBeginning {
  /** Files of the published folder, over which the packs are laid. */
  files: readonly LabFile[];
  /** In their order; later ones win. `hash` names what the tar has. */
  packs: readonly (SandboxPack & { hash: string })[];
}

/** Files of labs, unpacked once on this machine and read by all labs that begin with them. */
export interface LayerStore {
  /**
   * The layers of a home folder; missing ones are made.
   *
   * @returns null where this machine cannot share them: each lab unpacks its own then
   * @throws SandboxGone when one cannot be made
   */
  layersOf(beginning: HomeBeginning): Promise<SandboxLayers | null>;
}

interface LayerStoreOptions {
  /** What it holds can be deleted at any time while no lab runs; null: a new folder for temporary files. */
  folder: string | null;
  /** Programs of this machine. */
  view: HostView;
  /** Called once when layers cannot be shared here. */
  onProblem: (problem: string) => void;
}

export function layerStore({ folder, view, onProblem }: LayerStoreOptions): LayerStore {
  let place: string | null = null;
  let trial: Promise<boolean> | null = null;
  const making = new Map<string, Promise<void>>();

  function placeNow(): string {
    place ??= folder ?? mkdtempSync(join(tmpdir(), 'academy-lab-layers-'));
    mkdirSync(place, { recursive: true });
    // Whatever this process masks: sandboxes of a host that runs as root are another user's.
    chmodSync(place, 0o711);
    return place;
  }

  async function made(name: string, fill: (sandbox: Sandbox) => Promise<void>, packs: readonly string[]) {
    const path = join(placeNow(), name);
    if ((await stat(path).catch(() => null)) !== null) {
      // The time of its last use, for operators who clean the folder.
      const now = new Date();
      await utimes(path, now, now).catch(() => {});
      return;
    }
    const half = `${name}.${randomUUID()}`;
    makeFolder(join(placeNow(), half));
    try {
      const layers = { folder: placeNow(), names: [half], isMade: true };
      const sandbox = await Sandbox.start({ view, homeBytes: 0, packs, layers });
      await fill(sandbox).finally(() => sandbox.end());
      await rename(join(placeNow(), half), path);
    } finally {
      await rm(join(placeNow(), half), { recursive: true, force: true });
    }
  }

  /** Makes a layer once, however many labs ask for it. */
  function once(name: string, make: () => Promise<void>): Promise<void> {
    const under = making.get(name) ?? make().finally(() => making.delete(name));
    making.set(name, under);
    return under;
  }

  async function packLayer({ hash, tar, folder: into }: HomeBeginning['packs'][number]): Promise<string> {
    const name = nameOf(['pack', hash, into]);
    const fill = (sandbox: Sandbox) => succeeded(sandbox, { script: unpackScript(into, sandbox.packFile(0)) });
    await once(name, () => made(name, fill, [tar]));
    return name;
  }

  async function filesLayer(files: readonly LabFile[]): Promise<string> {
    const name = nameOf(['files', ...files.flatMap(({ path, text }) => [path, text])]);
    await once(name, () => made(name, (sandbox) => succeeded(sandbox, writeFiles(files)), []));
    return name;
  }

  /** Tries what labs do to the folders of a layer. */
  async function isPossible(): Promise<boolean> {
    const name = `trial.${randomUUID()}`;
    const path = join(placeNow(), name);
    makeFolder(path);
    makeFolder(join(path, 'folder'));
    const layers = { folder: placeNow(), names: [name] };
    try {
      const sandbox = await Sandbox.start({ view, homeBytes: TRIAL_BYTES, layers });
      await succeeded(sandbox, { script: TRIAL }).finally(() => sandbox.end());
      return true;
    } catch (error) {
      onProblem(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  }

  return {
    async layersOf({ files, packs }) {
      if (packs.length === 0) return null;
      trial ??= isPossible();
      if (!(await trial)) return null;
      const names = files.length > 0 ? [await filesLayer(files)] : [];
      for (const pack of packs) names.push(await packLayer(pack));
      return { folder: placeNow(), names: withoutRepeats(names) };
    },
  };
}

/** The kernel of some machines mounts layers, and fails when a folder of theirs is made anew. */
const TRIAL = 'cd "$HOME" && rm -r folder && mkdir folder && touch folder/file && mv folder other && rm -r other';

/** The kernel refuses a layer that is there twice; the last one wins. */
const withoutRepeats = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.lastIndexOf(name) === at);

const nameOf = (words: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, NAME_LENGTH);

function makeFolder(path: string): void {
  mkdirSync(path, { mode: 0o755 });
  const { uid, gid } = sandboxUser();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

async function succeeded(sandbox: Sandbox, { script, input }: { script: string; input?: Buffer }): Promise<void> {
  const given = input === undefined ? {} : { input };
  const { status, output } = await sandbox.run({ script, seconds: MAKING_SECONDS, ...given });
  if (status !== 0)
    throw new SandboxGone(
      `its files could not be unpacked: ${output.toString('utf8').trim().slice(0, 1_000) || status}`,
    );
}
