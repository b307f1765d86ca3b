import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { CacheMemory } from '../memory/cache-memory.ts';
import { bytesOf, type ReadyBytes } from './compressed.ts';

/** Numbers of lean bytes: equal entity tags may stand for different bytes. */
let made = 0;

/**
 * The same bytes without the plain ones, which are two thirds of all: nearly every client takes packed ones. For the
 * others they are unpacked again, and the last ones are kept.
 */
export function leanBytes(ready: ReadyBytes, { unpacked }: Pick<CacheMemory, 'unpacked'>): ReadyBytes {
  // The function below must not name `ready`, which holds the plain bytes.
  const { br, gzip, etag, type } = ready;
  const unpack = gzip ? () => gunzipSync(gzip) : br ? () => brotliDecompressSync(br) : null;
  if (unpack === null) return ready;
  made += 1;
  const name = `${made}`;
  return {
    ...{ br, gzip, etag, type },
    get plain() {
      const known = unpacked.get(name);
      if (known !== undefined) return known;
      const plain = unpack();
      unpacked.set(name, plain);
      return plain;
    },
  };
}

/** Bytes of memory that lean bytes take. A packing that nobody has asked for yet may come. */
export function bytesOfLean(ready: ReadyBytes): number {
  const packings = [ready.br, ready.gzip];
  const largest = Math.max(...packings.map((bytes) => bytes?.length ?? 0));
  if (largest === 0) return bytesOf(ready);
  return packings.reduce((sum, bytes) => sum + (bytes === undefined ? largest : (bytes?.length ?? 0)), 0);
}
