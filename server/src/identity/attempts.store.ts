import type { AttemptsStore, DevicesStore } from '@academy/identity/accounts-store';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { accountDevice, attemptWindow } from '../db/identity-tables.ts';
import type { Queries } from '../db/transaction.ts';

/**
 * Counters in the database, one statement each, so that concurrent requests and servers count correctly.
 *
 * @param now for tests; otherwise the clock of the database, so that windows end at one moment for all servers
 */
export function attemptsStore(db: Queries, now?: () => number): AttemptsStore {
  const present = (): SQL => (now === undefined ? sql`now()` : sql`${new Date(now())}::timestamptz`);
  const after = (at: SQL, ms: number): SQL => sql`${at} + ${ms} * interval '1 millisecond'`;
  return {
    async take(key, windowMs) {
      const at = present();
      const rows = await db
        .insert(attemptWindow)
        .values({ key, count: 1, endsAt: after(at, windowMs) })
        .onConflictDoUpdate({
          target: attemptWindow.key,
          set: {
            count: sql`case when ${attemptWindow.endsAt} <= ${at} then 1 else least(${attemptWindow.count}, 1000000) + 1 end`,
            endsAt: sql`case when ${attemptWindow.endsAt} <= ${at} then excluded.ends_at else ${attemptWindow.endsAt} end`,
          },
        })
        .returning({ count: attemptWindow.count, endsAt: attemptWindow.endsAt });
      return rows[0] ?? { count: 1, endsAt: new Date(Date.now() + windowMs) };
    },
    async refund(key) {
      await db
        .update(attemptWindow)
        .set({ count: sql`greatest(${attemptWindow.count} - 1, 0)` })
        .where(eq(attemptWindow.key, key));
    },
    async clear(key) {
      await db.delete(attemptWindow).where(eq(attemptWindow.key, key));
    },
    async hold(key, ms) {
      const at = present();
      const taken = await db
        .insert(attemptWindow)
        .values({ key, count: 1, endsAt: after(at, ms) })
        .onConflictDoUpdate({
          target: attemptWindow.key,
          set: { endsAt: sql`excluded.ends_at` },
          setWhere: sql`${attemptWindow.endsAt} <= ${at}`,
        })
        .returning({ endsAt: attemptWindow.endsAt });
      if (taken.length > 0) return 0;
      const [held] = await db
        .select({ leftMs: sql<number>`(extract(epoch from ${attemptWindow.endsAt} - ${at}) * 1000)::float8` })
        .from(attemptWindow)
        .where(eq(attemptWindow.key, key));
      return Math.max(1, held?.leftMs ?? 0);
    },
    deleteExpired: () => deleteInBatches(db, attemptWindow, lt(attemptWindow.endsAt, present())),
  };
}

export function devicesStore(db: Queries, now: () => number): DevicesStore {
  const named = (accountId: string, deviceHash: string) =>
    and(eq(accountDevice.accountId, accountId), eq(accountDevice.deviceHash, deviceHash));
  return {
    async known(accountId, deviceHash) {
      return (await db.$count(accountDevice, named(accountId, deviceHash))) > 0;
    },
    async note(accountId, deviceHash) {
      const lastUsedAt = new Date(now());
      const before = await db
        .select({ deviceHash: accountDevice.deviceHash })
        .from(accountDevice)
        .where(eq(accountDevice.accountId, accountId));
      await db
        .insert(accountDevice)
        .values({ accountId, deviceHash, lastUsedAt })
        .onConflictDoUpdate({ target: [accountDevice.accountId, accountDevice.deviceHash], set: { lastUsedAt } });
      return { isNew: before.every((one) => one.deviceHash !== deviceHash), isFirst: before.length === 0 };
    },
    deleteUnused: (before) => deleteInBatches(db, accountDevice, lt(accountDevice.lastUsedAt, before)),
  };
}
