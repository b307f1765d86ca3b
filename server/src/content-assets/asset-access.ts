import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import type { Database } from '../db/connect.ts';
import { secretOf } from '../db/installation-secrets.ts';
import type { TenantScope } from '../values/scope.ts';
import { openAssets } from './asset-uses.store.ts';
import { endOf, hashesIn, isSigned, signedAddress, withAddresses } from './signed-address.ts';

/** Which content files are public, and which need a signed address that came with the unlocked content. */
export interface AssetAccess {
  /** Whether the file is public in this academy. */
  isOpen(tenantId: TenantScope, hash: string): Promise<boolean>;
  /** Whether a signature is valid for the file and has not expired. */
  opens(tenantId: TenantScope, file: string, endsAt: number, signature: string): Promise<boolean>;
  /** A reply to a person who may read it: locked files get signed addresses that expire. */
  signed<T>(tenantId: TenantScope, reply: T): Promise<T>;
}

/** All files are public: a preview shows an author's own files. */
export const OPEN_ASSETS: AssetAccess = {
  isOpen: async () => true,
  opens: async () => false,
  signed: async (_tenantId, reply) => reply,
};

/** @param catalogueDb for reads of the catalogue */
export function assetAccess(
  db: Database,
  catalogueDb: Database,
  versions: ReadVersions,
  now: () => number = Date.now,
): AssetAccess {
  const open = versionedCache<true | null>(versions);
  let secret: Promise<Uint8Array> | null = null;

  /** The secret that all servers share. It is stored in plain text: the files lie in the same database. */
  function secretOfAll(): Promise<Uint8Array> {
    secret ??= secretOf(db, 'addresses of content files').catch((error: unknown) => {
      secret = null;
      throw error;
    });
    return secret;
  }

  function areOpen(tenantId: TenantScope, hashes: readonly string[]): Promise<(true | null)[]> {
    return open.all(tenantId, hashes, async (unknown) => {
      const found = await openAssets(catalogueDb, tenantId, unknown);
      return unknown.map((hash) => (found.has(hash) ? true : null));
    });
  }

  return {
    isOpen: async (tenantId, hash) => (await areOpen(tenantId, [hash]))[0] === true,

    async opens(tenantId, file, endsAt, signature) {
      return endsAt * 1000 > now() && isSigned(await secretOfAll(), { tenantId, file, endsAt }, signature);
    },

    async signed(tenantId, reply) {
      const hashes = [...new Set(hashesIn(reply))];
      if (hashes.length === 0) return reply;
      const states = await areOpen(tenantId, hashes);
      const closed = new Set(hashes.filter((_hash, at) => states[at] !== true));
      if (closed.size === 0) return reply;
      const key = await secretOfAll();
      const endsAt = endOf(now());
      return withAddresses(reply, (hash, file) =>
        closed.has(hash) ? signedAddress(key, { tenantId, file, endsAt }) : null,
      );
    },
  };
}
