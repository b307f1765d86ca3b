import type { AssetFacts, AssetSource } from './content-assets.store.ts';

/** Bytes of all remembered files together. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Larger files are read in parts each time. */
const LARGEST = 1024 * 1024;

export interface RememberedAsset extends AssetFacts {
  bytes: Uint8Array;
}

/** Keeps small files that were asked for lately; what was used longest ago goes first. A hash never changes its bytes. */
export function rememberedAssets(source: AssetSource) {
  const remembered = new Map<string, RememberedAsset>();
  let held = 0;

  function keep(hash: string, file: RememberedAsset): void {
    if (remembered.has(hash)) return;
    remembered.set(hash, file);
    held += file.size;
    for (const [oldest, { size }] of remembered) {
      if (held <= MOST_BYTES) return;
      remembered.delete(oldest);
      held -= size;
    }
  }

  return {
    known(hash: string): RememberedAsset | null {
      const file = remembered.get(hash);
      if (file === undefined) return null;
      remembered.delete(hash);
      remembered.set(hash, file);
      return file;
    },
    /** `bytes` is null for a file that is read in parts. */
    async read(hash: string): Promise<(AssetFacts & { bytes: Uint8Array | null }) | null> {
      const facts = await source.find(hash);
      if (facts === null || facts.size > LARGEST) return facts === null ? null : { ...facts, bytes: null };
      const file = { ...facts, bytes: await source.bytes(hash, 0, facts.size) };
      keep(hash, file);
      return file;
    },
  };
}
