import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LAB_FILES_LIMITS, type LabPack } from '@academy/contract/lab-files';
import { folderOfPack, type SandboxPack } from '@academy/labs/lab-files/lab-setup';
import type { ContentFiles } from '../file-store/content-files.ts';

/** More than any pack unpacks to. */
const MAX_UNPACKED = LAB_FILES_LIMITS.bytes + LAB_FILES_LIMITS.files * 4_096;

/** Packs of published labs as tars on this machine's disk, where sandboxes read them. */
export interface LabPacks {
  /** In their order. @throws AcademyError unavailable when the content store does not deliver one */
  tars(packs: readonly LabPack[]): Promise<SandboxPack[]>;
}

/**
 * @param folder in the data folder; what it holds can be deleted at any time while no lab starts. Null: a new folder for
 * temporary files
 */
export function labPacks({ files, folder }: { files: Pick<ContentFiles, 'read'>; folder: string | null }): LabPacks {
  let place = folder;
  const writing = new Map<string, Promise<string>>();

  async function tarOf(pack: LabPack): Promise<string> {
    place ??= mkdtempSync(join(tmpdir(), 'academy-lab-files-'));
    const path = join(place, `${pack.hash}.tar`);
    const now = new Date();
    // The time of its last use, for operators who clean the folder.
    if ((await stat(path).catch(() => null)) !== null) return utimes(path, now, now).then(() => path);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await files.read(pack.hash, { from: 0, length: pack.packedBytes })) chunks.push(chunk);
    const packed = Buffer.concat(chunks);
    if (createHash('sha256').update(packed).digest('hex') !== pack.hash)
      throw new Error(`the files ${pack.hash} of a lab are not what they were`);
    const tar = await promisify(gunzip)(packed, { maxOutputLength: MAX_UNPACKED });
    await mkdir(place, { recursive: true, mode: 0o700 });
    // Written to a temporary file and renamed: another start never reads half of it.
    await writeFile(`${path}.${process.pid}`, tar, { mode: 0o600 });
    await rename(`${path}.${process.pid}`, path);
    return path;
  }

  return {
    async tars(packs) {
      const tars: SandboxPack[] = [];
      for (const pack of packs) {
        const under = writing.get(pack.hash) ?? tarOf(pack).finally(() => writing.delete(pack.hash));
        writing.set(pack.hash, under);
        tars.push({ tar: await under, folder: folderOfPack(pack.package, pack.path) });
      }
      return tars;
    },
  };
}
