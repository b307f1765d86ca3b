import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LAB_FILES_LIMITS } from '@academy/contract/lab-files';

/** More than any pack unpacks to. */
const MAX_UNPACKED = LAB_FILES_LIMITS.bytes + LAB_FILES_LIMITS.files * 4_096;

/** Packs of labs as tars on this machine's disk, where sandboxes read them. */
export interface PackStore {
  /** Path of the tar of a pack; null when it is not here. */
  tarOf(hash: string): Promise<string | null>;
  /** Keeps a packed tar. @throws Error when it is not what its hash says */
  keep(hash: string, packed: Buffer): Promise<void>;
}

/** @param folder what it holds can be deleted at any time while no lab starts; null: a new folder for temporary files */
export function packStore(folder: string | null): PackStore {
  let place = folder;
  const pathOf = (hash: string): string => {
    place ??= mkdtempSync(join(tmpdir(), 'academy-lab-files-'));
    return join(place, `${hash}.tar`);
  };

  return {
    async tarOf(hash) {
      const path = pathOf(hash);
      if ((await stat(path).catch(() => null)) === null) return null;
      // The time of its last use, for operators who clean the folder.
      const now = new Date();
      await utimes(path, now, now);
      return path;
    },

    async keep(hash, packed) {
      if (createHash('sha256').update(packed).digest('hex') !== hash)
        throw new Error(`the files ${hash} of a lab are not what they were`);
      const tar = await promisify(gunzip)(packed, { maxOutputLength: MAX_UNPACKED });
      const path = pathOf(hash);
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
      // Written to a temporary file and renamed: a start never reads half of it.
      const half = `${path}.${process.pid}-${performance.now()}`;
      await writeFile(half, tar, { mode: 0o600 });
      await rename(half, path);
    },
  };
}
