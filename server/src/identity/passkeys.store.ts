import type { PasskeysStore, StoredPasskey } from '@academy/identity/passkeys/passkeys-store';
import { and, asc, eq, lt, type SQL } from 'drizzle-orm';
import { account, accountPasskey } from '../db/identity-tables.ts';
import type { Queries } from '../db/transaction.ts';

/** Passkeys in PostgreSQL. */
export function passkeysStore(db: Queries, now: () => number = Date.now): PasskeysStore {
  const own = (accountId: string, credentialId: string): SQL | undefined =>
    and(eq(accountPasskey.accountId, accountId), eq(accountPasskey.credentialId, credentialId));
  const count = (queries: Queries, accountId: string) =>
    queries.$count(accountPasskey, eq(accountPasskey.accountId, accountId));
  return {
    async ofAccount(accountId) {
      const rows = await db
        .select()
        .from(accountPasskey)
        .where(eq(accountPasskey.accountId, accountId))
        .orderBy(asc(accountPasskey.createdAt), asc(accountPasskey.credentialId));
      return rows.map(asPasskey);
    },
    count: (accountId) => count(db, accountId),
    async find(credentialId) {
      const [row] = await db
        .select()
        .from(accountPasskey)
        .where(eq(accountPasskey.credentialId, credentialId))
        .limit(1);
      return row === undefined ? null : asPasskey(row);
    },
    add: (passkey, max) =>
      db.transaction(async (tx) => {
        // Additions to one account run one after the other, so that the limit holds.
        await tx.select({}).from(account).where(eq(account.accountId, passkey.accountId)).for('update');
        if ((await count(tx, passkey.accountId)) >= max) return false;
        const publicKey = Buffer.from(passkey.publicKey);
        const added = await tx
          .insert(accountPasskey)
          .values({ ...passkey, publicKey, createdAt: new Date(now()) })
          .onConflictDoNothing();
        return added.rowCount === 1;
      }),
    async rename(accountId, credentialId, name) {
      return (await db.update(accountPasskey).set({ name }).where(own(accountId, credentialId))).rowCount === 1;
    },
    async remove(accountId, credentialId) {
      return (await db.delete(accountPasskey).where(own(accountId, credentialId))).rowCount === 1;
    },
    async noteUse(credentialId, counter) {
      const further = counter === 0 ? eq(accountPasskey.counter, 0) : lt(accountPasskey.counter, counter);
      const noted = await db
        .update(accountPasskey)
        .set({ counter, lastUsedAt: new Date(now()) })
        .where(and(eq(accountPasskey.credentialId, credentialId), further));
      return noted.rowCount === 1;
    },
  };
}

function asPasskey(row: typeof accountPasskey.$inferSelect): StoredPasskey {
  return { ...row, publicKey: new Uint8Array(row.publicKey) };
}
