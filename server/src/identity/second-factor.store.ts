import type { SecondFactorStore, StoredTotp } from '@academy/identity/second-factor/second-factor-store';
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { accountRecoveryCode, accountTotp } from '../db/identity-tables.ts';
import type { Queries } from '../db/transaction.ts';

/** Authenticator apps and recovery codes in PostgreSQL. An app is stored once its first code was right. */
export function secondFactorStore(db: Queries, now: () => number = Date.now): SecondFactorStore {
  const ofAccount = (accountId: string) => eq(accountTotp.accountId, accountId);
  const columns = {
    accountId: accountTotp.accountId,
    secret: accountTotp.secret,
    confirmedAt: accountTotp.confirmedAt,
  };
  return {
    async totpOf(accountId) {
      const rows = await db
        .select(columns)
        .from(accountTotp)
        .where(and(ofAccount(accountId), CONFIRMED))
        .limit(1);
      return (rows[0] as StoredTotp | undefined) ?? null;
    },
    async addTotp(accountId, secret, step) {
      const added = await db
        .insert(accountTotp)
        .values({ accountId, secret, confirmedAt: new Date(now()), lastStep: step })
        .onConflictDoNothing();
      return added.rowCount === 1;
    },
    async takeStep(accountId, step) {
      const taken = await db
        .update(accountTotp)
        .set({ lastStep: step })
        .where(and(ofAccount(accountId), CONFIRMED, lt(accountTotp.lastStep, step)));
      return taken.rowCount === 1;
    },
    async removeTotp(accountId) {
      return (await db.delete(accountTotp).where(ofAccount(accountId))).rowCount === 1;
    },
    async allTotp() {
      return (await db.select(columns).from(accountTotp).where(CONFIRMED)) as StoredTotp[];
    },
    async replaceTotpSecret(accountId, before, secret) {
      await db
        .update(accountTotp)
        .set({ secret })
        .where(and(ofAccount(accountId), eq(accountTotp.secret, before)));
    },

    recoveryCodesLeft: (accountId) =>
      db.$count(
        accountRecoveryCode,
        and(eq(accountRecoveryCode.accountId, accountId), isNull(accountRecoveryCode.usedAt)),
      ),
    async replaceRecoveryCodes(accountId, hashes) {
      await db.transaction(async (tx) => {
        await tx.delete(accountRecoveryCode).where(eq(accountRecoveryCode.accountId, accountId));
        const createdAt = new Date(now());
        if (hashes.length > 0)
          await tx.insert(accountRecoveryCode).values(hashes.map((codeHash) => ({ accountId, codeHash, createdAt })));
      });
    },
    async takeRecoveryCode(accountId, hash) {
      const taken = await db
        .update(accountRecoveryCode)
        .set({ usedAt: new Date(now()) })
        .where(
          and(
            eq(accountRecoveryCode.accountId, accountId),
            eq(accountRecoveryCode.codeHash, hash),
            isNull(accountRecoveryCode.usedAt),
          ),
        );
      return taken.rowCount === 1;
    },
  };
}

const CONFIRMED = isNotNull(accountTotp.confirmedAt);
