import { eq, sql } from 'drizzle-orm';
import { asset } from '../db/asset-tables.ts';
import type { Database } from '../db/connect.ts';
import type { ContentFiles } from '../file-store/content-files.ts';
import type { Pieces } from '../file-store/file-store.ts';
import { piecesOf } from '../file-store/s3-store.ts';
import type { ByteRange } from '../values/byte-range.ts';

export interface AssetFacts {
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Whether the bytes lie in the content store. */
  isInStore: boolean;
}

/** Reads content files by the SHA-256 of their bytes, hex. */
export interface AssetSource {
  find(hash: string): Promise<AssetFacts | null>;
  /**
   * A range of a file that exists. Its first bytes are there once this settles.
   *
   * @throws AcademyError unavailable when the content store does not deliver it
   */
  read(hash: string, range: ByteRange, signal?: AbortSignal): Promise<Pieces>;
}

/** Files of published content. */
export function contentAssetsStore(db: Database, files: ContentFiles): AssetSource {
  return {
    async find(hash) {
      const isInStore = sql<boolean>`${asset.bytes} is null`;
      const columns = { mediaType: asset.mediaType, size: asset.size, isInStore };
      const rows = await db.select(columns).from(asset).where(eq(asset.hash, hash)).limit(1);
      return rows[0] ?? null;
    },
    read: files.read,
  };
}

/** Files that are in memory as a whole. */
export function assetsInMemory(read: (hash: string) => { mediaType: string; bytes: Uint8Array } | null): AssetSource {
  return {
    async find(hash) {
      const file = read(hash);
      return file === null ? null : { mediaType: file.mediaType, size: file.bytes.byteLength, isInStore: false };
    },
    read: async (hash, { from, length }) =>
      piecesOf(read(hash)?.bytes.subarray(from, from + length) ?? new Uint8Array()),
  };
}
