import type { Account } from '@academy/identity/accounts-store';
import { type Credential, deselected, RECENT_MS } from '@academy/identity/recovery/recovery-rules';
import type { RecoveryStore } from '@academy/identity/recovery/recovery-store';
import { recoveryTexts } from '@academy/identity/recovery/recovery-texts';
import { and, asc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import { account, accountCode, accountPasskey, accountRecoveryCode, accountTotp } from '../db/identity-tables.ts';
import { managedEmail } from '../db/message-tables.ts';
import { person, personalAccessToken } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';

/** Credentials of accounts, and their removal during a recovery. */
export function recoveryStore(db: Queries, now: () => number): RecoveryStore {
  return {
    credentialsOf: (accountId) => credentialsOf(db, accountId),

    async findByQuestion(codeHash) {
      const rows = await db
        .select({ account })
        .from(accountCode)
        .innerJoin(account, eq(account.accountId, accountCode.accountId))
        .where(
          and(
            eq(accountCode.codeHash, codeHash),
            eq(account.questionCode, codeHash),
            gt(accountCode.expiresAt, new Date(now())),
          ),
        );
      return rows[0]?.account ?? null;
    },

    answer: (accountId, question, kept) =>
      db.transaction(async (tx) => {
        const [of] = await tx.select().from(account).where(eq(account.accountId, accountId)).for('update');
        if (of === undefined || of.recoveringSince === null || of.questionCode !== question) return false;
        const all = await lockedCredentialsOf(tx, accountId);
        const removed = deselected(all, kept, of.recoveringSince);
        const by = { personId: null, name: of.email, correlationId: null };
        await removeCredentials(tx, of, removed, by);
        await tx
          .update(account)
          .set({ recoveringSince: null, questionCode: null })
          .where(eq(account.accountId, accountId));
        await writeAudit(tx, {
          action: 'account.keep',
          target: { kind: 'account', id: accountId },
          tenantId: null,
          details: { kept: kindsOf(all.filter((one) => !removed.includes(one))), removed: kindsOf(removed) },
          by,
        });
        return true;
      }),

    formerAddresses: (accountId) => formerAddresses(db, accountId, new Date(now())),
  };
}

/** Addresses that can still take a change of address back, besides the present one. */
export async function formerAddresses(db: Queries, accountId: string, at: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ email: sql<string>`lower(${accountCode.email})` })
    .from(accountCode)
    .innerJoin(account, eq(account.accountId, accountCode.accountId))
    .where(
      and(
        eq(accountCode.accountId, accountId),
        eq(accountCode.purpose, 'undo-email'),
        isNull(accountCode.usedAt),
        gt(accountCode.expiresAt, at),
        ne(sql`lower(${accountCode.email})`, sql`lower(${account.email})`),
      ),
    );
  return rows.map(({ email }) => email).sort();
}

/** Condition: the access token is suspended, because its account has ended, or it is recent and its account is in recovery. */
export const TOKEN_HELD_BACK: SQL = sql`exists (
  select 1 from account held
  where held.account_id = case
      when ${person.issuer} = ${EMBEDDED_ISSUER} and ${person.subject} ~ '^[0-9a-f-]{36}$' then ${person.subject}::uuid end
    and (held.ended_at is not null
      or ${personalAccessToken.createdAt} >= held.recovering_since - ${RECENT_MS} * interval '1 millisecond'))`;

export const kindsOf = (credentials: readonly Credential[]): string[] => credentials.map(({ kind }) => kind).sort();

/** Locks the person of the account first, so that no token is created meanwhile. */
export async function lockedCredentialsOf(tx: Transaction, accountId: string): Promise<Credential[]> {
  await tx.select({}).from(person).where(personOf(accountId)).for('update');
  return credentialsOf(tx, accountId);
}

async function credentialsOf(db: Queries, accountId: string): Promise<Credential[]> {
  const passkeys = await db
    .select({ id: accountPasskey.credentialId, name: accountPasskey.name, addedAt: accountPasskey.createdAt })
    .from(accountPasskey)
    .where(eq(accountPasskey.accountId, accountId));
  const apps = await db
    .select({ addedAt: accountTotp.confirmedAt })
    .from(accountTotp)
    .where(eq(accountTotp.accountId, accountId));
  const [codes] = await db
    .select({ count: sql<number>`count(*)::int`, addedAt: sql<string | null>`max(${accountRecoveryCode.createdAt})` })
    .from(accountRecoveryCode)
    .where(eq(accountRecoveryCode.accountId, accountId));
  const tokens = await db
    .select({ id: personalAccessToken.tokenId, name: personalAccessToken.name, addedAt: personalAccessToken.createdAt })
    .from(personalAccessToken)
    .innerJoin(person, eq(person.personId, personalAccessToken.personId))
    .where(personOf(accountId));
  const addresses = await db
    .select({
      id: managedEmail.emailId,
      name: managedEmail.email,
      createdAt: managedEmail.createdAt,
      verifiedAt: managedEmail.verifiedAt,
    })
    .from(managedEmail)
    .innerJoin(person, eq(person.personId, managedEmail.personId))
    .where(personOf(accountId))
    .orderBy(asc(managedEmail.email));
  const all: Credential[] = [
    ...apps.map(({ addedAt }) => ({ id: 'app', kind: 'app' as const, name: recoveryTexts.authenticatorApp, addedAt })),
    ...passkeys.map(({ id, name, addedAt }) => ({ id: `passkey:${id}`, kind: 'passkey' as const, name, addedAt })),
    ...tokens.map(({ id, name, addedAt }) => ({ id: `token:${id}`, kind: 'token' as const, name, addedAt })),
    ...addresses.map(({ id, name, createdAt, verifiedAt }) => ({
      id: `address:${id}`,
      kind: 'address' as const,
      name,
      // From the moment on at which it could be used to log in.
      addedAt: verifiedAt !== null && verifiedAt > createdAt ? verifiedAt : createdAt,
    })),
  ];
  if (codes !== undefined && codes.count > 0)
    all.push({
      id: 'recovery-codes',
      kind: 'recovery-codes',
      name: recoveryTexts.recoveryCodesName,
      addedAt: codes.addedAt === null ? null : new Date(codes.addedAt),
    });
  return all.sort((a, b) => (a.addedAt?.getTime() ?? 0) - (b.addedAt?.getTime() ?? 0));
}

/**
 * Recovery codes are removed with the last second factor. Removed addresses and tokens of the academy are audited like
 * removals by the owner.
 */
export async function removeCredentials(
  tx: Transaction,
  of: Pick<Account, 'accountId' | 'email'>,
  credentials: readonly Credential[],
  by: AuditActor,
): Promise<void> {
  const { accountId } = of;
  const idsOf = (kind: Credential['kind']) =>
    credentials.filter((one) => one.kind === kind).map(({ id }) => id.slice(id.indexOf(':') + 1));
  const has = (kind: Credential['kind']) => credentials.some((one) => one.kind === kind);
  const [passkeys, tokens, addresses] = [idsOf('passkey'), idsOf('token'), idsOf('address')];
  if (passkeys.length > 0)
    await tx
      .delete(accountPasskey)
      .where(and(eq(accountPasskey.accountId, accountId), inArray(accountPasskey.credentialId, passkeys)));
  if (has('app')) await tx.delete(accountTotp).where(eq(accountTotp.accountId, accountId));
  const factors =
    (await tx.$count(accountPasskey, eq(accountPasskey.accountId, accountId))) +
    (await tx.$count(accountTotp, eq(accountTotp.accountId, accountId)));
  if (has('recovery-codes') || factors === 0)
    await tx.delete(accountRecoveryCode).where(eq(accountRecoveryCode.accountId, accountId));
  if (tokens.length > 0) {
    const gone = await tx.delete(personalAccessToken).where(inArray(personalAccessToken.tokenId, tokens)).returning({
      tokenId: personalAccessToken.tokenId,
      tenantId: personalAccessToken.tenantId,
      name: personalAccessToken.name,
    });
    for (const { tokenId, tenantId, name } of gone)
      await writeAudit(tx, {
        action: 'token.delete',
        target: { kind: 'token', id: tokenId },
        tenantId,
        details: { name, owner: of.email },
        by,
      });
  }
  if (addresses.length > 0) {
    const gone = await tx.delete(managedEmail).where(inArray(managedEmail.emailId, addresses)).returning();
    for (const { personId, type, email, verifiedAt } of gone)
      await writeAudit(tx, {
        action: 'email.delete',
        target: { kind: 'person', id: personId ?? '' },
        tenantId: null,
        details: { type, email, wasVerified: verifiedAt !== null },
        by,
      });
  }
}

function personOf(accountId: string): SQL | undefined {
  return and(eq(person.issuer, EMBEDDED_ISSUER), eq(person.subject, accountId));
}
