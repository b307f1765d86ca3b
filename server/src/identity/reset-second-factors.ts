import { eq } from 'drizzle-orm';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { accountPasskey, accountRecoveryCode, accountTotp } from '../db/identity-tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { endAllSessions } from './sessions.store.ts';

/**
 * Removes an account's authenticator app, passkeys and recovery codes and logs it out everywhere, for a person who lost
 * them all: from then on the password alone logs in.
 *
 * @returns what was removed
 */
export function resetSecondFactors(
  db: Database,
  account: { accountId: string; email: string },
  by: AuditActor,
): Promise<{ apps: number; passkeys: number; sessions: number }> {
  return db.transaction((tx) => removeSecondFactors(tx, account, by));
}

/** The same in a transaction of the caller. */
export async function removeSecondFactors(
  tx: Transaction,
  { accountId, email }: { accountId: string; email: string },
  by: AuditActor,
): Promise<{ apps: number; passkeys: number; sessions: number }> {
  const apps = (await tx.delete(accountTotp).where(eq(accountTotp.accountId, accountId))).rowCount ?? 0;
  const passkeys = (await tx.delete(accountPasskey).where(eq(accountPasskey.accountId, accountId))).rowCount ?? 0;
  await tx.delete(accountRecoveryCode).where(eq(accountRecoveryCode.accountId, accountId));
  const sessions = await endAllSessions(tx, accountId);
  const counts = { apps, passkeys, sessions };
  await writeAudit(tx, {
    action: 'account.reset-second-factor',
    target: { kind: 'account', id: accountId },
    tenantId: null,
    details: { email, ...counts },
    by,
  });
  return counts;
}
