import type { Account } from '@academy/identity/accounts-store';
import { hashSecret, newSecret } from '@academy/identity/secrets';
import type { Transaction } from '../db/transaction.ts';
import { identityStore } from './identity.store.ts';

/** The account of a person of the embedded provider; null when there is none. */
export const accountOfPerson = (tx: Transaction, { subject }: { subject: string }): Promise<Account | null> =>
  identityStore(tx).accounts.findById(subject);

export interface PasswordLink {
  /** Address of the page that sets the password. */
  href: string;
  until: Date;
}

/**
 * Makes a link with which the owner of an account sets a password; former ones of the same purpose become void.
 *
 * @param lifetimeMs how long it works
 * @param now ms since 1970
 */
export async function newPasswordLink(
  tx: Transaction,
  { accountId, email }: Account,
  of: { issuer: string; purpose: 'reset-password' | 'invitation'; tenantId: string; lifetimeMs: number; now: number },
): Promise<PasswordLink> {
  const { issuer, purpose, tenantId, lifetimeMs, now } = of;
  const secret = newSecret();
  const [createdAt, until] = [new Date(now), new Date(now + lifetimeMs)];
  const code = { codeHash: hashSecret(secret), accountId, purpose, email, data: { tenantId }, createdAt };
  await identityStore(tx).codes.add({ ...code, expiresAt: until }, 'all');
  return { href: `${issuer}reset?token=${secret}`, until };
}
