import { statfsSync } from 'node:fs';

/**
 * With fewer free bytes the embedded database neither starts nor is written to: it needs room for its write-ahead log,
 * without which it could not even be read.
 */
export const MIN_FREE_BYTES = 32 * 1024 * 1024;

/** A measurement is valid for this long, ms. */
const FRESH_MS = 500;

/** Checks whether there is room to write in the folder of the embedded database. */
export function spaceIn(folder: string, minBytes = MIN_FREE_BYTES): () => boolean {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let hasSpace = true;
  return () => {
    if (performance.now() - lookedAt >= FRESH_MS) {
      lookedAt = performance.now();
      hasSpace = hasBytes(folder, minBytes);
    }
    return hasSpace;
  };
}

/** A folder that cannot be examined does not count as a full disk: the database itself will report the problem. */
function hasBytes(folder: string, minBytes: number): boolean {
  try {
    return freeBytes(folder) >= minBytes;
  } catch {
    return true;
  }
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
