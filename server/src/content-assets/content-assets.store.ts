import { eq } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { asset } from '../db/tables.ts';

/** A file by the SHA-256 of its bytes, hex; null when there is none. */
export type ReadAsset = (hash: string) => Promise<{ mediaType: string; bytes: Uint8Array } | null>;

/** Files of published content. */
export function contentAssetsStore(db: Database): { read: ReadAsset } {
  return {
    async read(hash) {
      const rows = await db
        .select({ mediaType: asset.mediaType, bytes: asset.bytes })
        .from(asset)
        .where(eq(asset.hash, hash))
        .limit(1);
      return rows[0] ?? null;
    },
  };
}
