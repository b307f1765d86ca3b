import { eq, sql } from 'drizzle-orm';
import { asset } from '../db/asset-tables.ts';
import type { Database } from '../db/connect.ts';

export interface AssetFacts {
  mediaType: string;
  /** Bytes. */
  size: number;
}

/** Reads content files by the SHA-256 of their bytes, hex. */
export interface AssetSource {
  find(hash: string): Promise<AssetFacts | null>;
  /** A range of a file that exists. */
  bytes(hash: string, from: number, length: number): Promise<Uint8Array>;
}

/**
 * Files of published content, read in pieces: the driver decodes each reply in one go and would block on a large one.
 */
export function contentAssetsStore(db: Database): AssetSource {
  return {
    async find(hash) {
      const columns = { mediaType: asset.mediaType, size: asset.size };
      const rows = await db.select(columns).from(asset).where(eq(asset.hash, hash)).limit(1);
      return rows[0] ?? null;
    },
    async bytes(hash, from, length) {
      const rows = await db
        .select({ bytes: sql<Buffer>`substring(${asset.bytes} from ${from + 1}::int for ${length}::int)` })
        .from(asset)
        .where(eq(asset.hash, hash));
      return rows[0]?.bytes ?? new Uint8Array();
    },
  };
}

/** Files that are in memory as a whole. */
export function assetsInMemory(read: (hash: string) => { mediaType: string; bytes: Uint8Array } | null): AssetSource {
  return {
    async find(hash) {
      const file = read(hash);
      return file === null ? null : { mediaType: file.mediaType, size: file.bytes.byteLength };
    },
    bytes: async (hash, from, length) => read(hash)?.bytes.subarray(from, from + length) ?? new Uint8Array(),
  };
}
