import type { IdentityStore, StoredKey } from '@academy/identity/identity-store';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { signingKey } from '../db/identity-tables.ts';
import type { Queries } from '../db/transaction.ts';

/** Lock held while keys change, so that servers that start or clean up together agree. */
const KEYS_LOCK = 0x1d_4e7;

/** The embedded provider's signing keys in PostgreSQL. */
export function signingKeysStore(db: Queries, now: () => number = Date.now): IdentityStore['signingKeys'] {
  const list = async (queries: Queries): Promise<StoredKey[]> => {
    const rows = await queries.select().from(signingKey).orderBy(asc(signingKey.signsFrom), asc(signingKey.kid));
    return rows as StoredKey[];
  };
  return {
    list: () => list(db),
    change: (decide) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`);
        const changes = await decide(await list(tx));
        const { add, retire, remove, replace } = changes;
        if (add.length > 0)
          await tx.insert(signingKey).values(add.map((key) => ({ ...key, createdAt: new Date(now()) })));
        if (retire.length > 0)
          await tx
            .update(signingKey)
            .set({ retiredAt: new Date(now()) })
            .where(inArray(signingKey.kid, retire));
        if (remove.length > 0) await tx.delete(signingKey).where(inArray(signingKey.kid, remove));
        for (const { kid, jwk } of replace) await tx.update(signingKey).set({ jwk }).where(eq(signingKey.kid, kid));
        return changes;
      }),
  };
}
