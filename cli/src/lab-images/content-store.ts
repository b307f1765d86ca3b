import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { StoredContent } from '@academy/lab-engine/linux/image';
import { HASH_LENGTH, storedPath } from '@academy/lab-engine/linux/stored-files';

const compress = promisify(zstdCompress);
/** How hard is tried to pack: files quickly, because there are thousands; the state of a machine well. */
const LEVELS = { file: 12, state: 19 } as const;

export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);

/** Writes a content into a store of images, unless it is there. */
export async function storeContent(
  store: string,
  bytes: Uint8Array,
  kind: keyof typeof LEVELS = 'file',
): Promise<StoredContent> {
  const hash = hashOf(bytes);
  const path = join(store, storedPath(hash));
  if (existsSync(path)) return { hash, bytes: bytes.length, packed: readFileSync(path).length };
  const packed = await compress(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: LEVELS[kind] },
    pledgedSrcSize: bytes.length,
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, packed);
  renameSync(`${path}.new`, path);
  return { hash, bytes: bytes.length, packed: packed.length };
}

/** A content of a store, unpacked; null when it is not there. @throws Error when it cannot be unpacked */
export function storedContent(store: string, hash: string): Uint8Array | null {
  const path = join(store, storedPath(hash));
  return existsSync(path) ? new Uint8Array(zstdDecompressSync(readFileSync(path))) : null;
}
