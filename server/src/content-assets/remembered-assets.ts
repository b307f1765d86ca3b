import { collected } from '../file-store/file-store.ts';
import type { CacheMemory } from '../memory/cache-memory.ts';
import type { AssetFacts, AssetSource } from './content-assets.store.ts';

/** Larger files are read in parts each time. */
const MAX_BYTES = 1024 * 1024;

export interface RememberedAsset extends AssetFacts {
  bytes: Uint8Array;
}

/** Caches small files that were requested recently. An entry never becomes stale: its key is the hash of its bytes. */
export function rememberedAssets(source: AssetSource, memory: CacheMemory) {
  const remembered = memory.cache<RememberedAsset>('files', { bytesOf: ({ size }) => size });

  return {
    known: (hash: string): RememberedAsset | null => remembered.get(hash) ?? null,
    /** `bytes` is null for a file that is read in pieces. */
    async read(hash: string): Promise<(AssetFacts & { bytes: Uint8Array | null }) | null> {
      const facts = await source.find(hash);
      if (facts === null || facts.size > MAX_BYTES) return facts === null ? null : { ...facts, bytes: null };
      const { size } = facts;
      const file = { ...facts, bytes: await collected(await source.read(hash, { from: 0, length: size }), size) };
      remembered.set(hash, file);
      return file;
    },
  };
}
