import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeBytes } from '../db/disk-space.ts';

export interface SmallDisk {
  folder: string;
  /**
   * Uses up the free space.
   *
   * @param leave bytes that stay free; none when left out
   */
  fill(leave?: number): void;
  /** Frees it again. */
  free(): void;
}

/**
 * A real file system of a few megabytes, for tests of a full disk.
 *
 * @param atEnd registers the function that removes it
 * @returns null where file systems cannot be mounted: that needs root on Linux
 */
export function smallDisk(size: string, atEnd: (cleanUp: () => void) => void): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'academy-small-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', folder]).status === 0;
  atEnd(() => {
    if (isMounted) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  if (!isMounted) {
    console.warn('A small file system cannot be mounted here (that needs root): what a full disk does is not tested.');
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(leave = 0) {
      const fd = openSync(filler, 'a');
      for (const bytes of [1024 * 1024, 64 * 1024, 4096, 1])
        while ((leave === 0 || freeBytes(folder) >= leave + bytes) && fits(fd, bytes));
      closeSync(fd);
    },
    free: () => rmSync(filler, { force: true }),
  };
}

function fits(fd: number, bytes: number): boolean {
  try {
    return writeSync(fd, Buffer.alloc(bytes)) === bytes;
  } catch {
    return false;
  }
}
