import type {
  Account,
  AccountCode,
  AccountsStore,
  CodeData,
  CodesStore,
  NewAccount,
} from '@academy/identity/accounts-store';
import { NO_PASSWORD } from '@academy/identity/passwords';
import { addedSince, type Credential, hasChoice } from '@academy/identity/recovery/recovery-rules';
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { account, accountCode, accountDevice, identityArtifact } from '../db/identity-tables.ts';
import { managedEmail } from '../db/message-tables.ts';
import { person } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';
import { kindsOf, lockedCredentialsOf, removeCredentials } from './recovery.store.ts';
import { endAllSessions, endSessionsOf } from './sessions.store.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Queried where there is no account, so that every reply takes the same time. */
const NOBODY = '00000000-0000-4000-8000-000000000000';
/** PostgreSQL's code for a second row with the same unique value. */
const UNIQUE_VIOLATION = '23505';

/** Accounts of the embedded provider. Redeeming a mailed code and its effect are one transaction. */
export function accountsStore(db: Queries, now: () => number): AccountsStore {
  async function one(condition: SQL): Promise<Account | null> {
    const rows = await db.select().from(account).where(condition).limit(1);
    return rows[0] ?? null;
  }

  const byId = async (accountId: string) => (UUID.test(accountId) ? one(eq(account.accountId, accountId)) : null);
  const byEmail = (email: string) => one(eq(sql`lower(${account.email})`, email.trim().toLowerCase()));

  /** The account of the person who alone has verified this address as a further one. */
  async function byFurtherAddress(email: string): Promise<Account | null> {
    const [first, ...others] = await db
      .selectDistinct({ accountId: person.subject })
      .from(managedEmail)
      .innerJoin(person, eq(person.personId, managedEmail.personId))
      .where(
        and(
          eq(managedEmail.email, email.trim().toLowerCase()),
          isNotNull(managedEmail.personId),
          isNotNull(managedEmail.verifiedAt),
          eq(person.issuer, EMBEDDED_ISSUER),
        ),
      )
      .limit(2);
    const found = await byId(first?.accountId ?? NOBODY);
    return others.length === 0 && found?.emailVerified === true ? found : null;
  }

  /**
   * Creates the account, or overwrites an unconfirmed one; null when the address belongs to a confirmed account. An
   * imported account keeps its names and has no password: its address can be registered by anybody, and what they typed
   * takes effect once they have confirmed the address.
   */
  async function write({ email, firstName, lastName, passwordHash, emailVerified }: NewAccount) {
    const keeps = sql`account.password_hash = ${NO_PASSWORD} and not excluded.email_verified`;
    const made = await db.execute<{ account_id: string }>(sql`
      insert into account (email, first_name, last_name, password_hash, email_verified, created_at)
      values (${email}, ${firstName}, ${lastName}, ${passwordHash}, ${emailVerified}, ${new Date(now())})
      on conflict (lower(email)) do update
        set first_name = case when ${keeps} then account.first_name else excluded.first_name end,
          last_name = case when ${keeps} then account.last_name else excluded.last_name end,
          password_hash = case when ${keeps} then account.password_hash else excluded.password_hash end,
          email_verified = excluded.email_verified
        where not account.email_verified
      returning account_id`);
    const id = made.rows[0]?.account_id;
    return id === undefined ? null : one(eq(account.accountId, id));
  }

  /**
   * Locks the account of a code that is valid for the purpose and marks the code as used; null for any other code.
   * @param holds whether the code still applies to the account
   */
  async function use(
    tx: Transaction,
    codeHash: string,
    purposes: readonly string[],
    holds: (code: typeof accountCode.$inferSelect, of: Account) => boolean = () => true,
  ) {
    const at = new Date(now());
    const fresh = and(eq(accountCode.codeHash, codeHash), isNull(accountCode.usedAt), gt(accountCode.expiresAt, at));
    const [found] = await tx.select().from(accountCode).where(fresh);
    if (found === undefined || !purposes.includes(found.purpose)) return null;
    // Locks the account first, as every change of an account does: two codes of one account wait for each other.
    const [of] = await tx.select().from(account).where(eq(account.accountId, found.accountId)).for('update');
    if (of === undefined || !holds(found, of)) return null;
    const [code] = await tx.update(accountCode).set({ usedAt: at }).where(fresh).returning();
    return code === undefined ? null : { code, of, at };
  }

  /**
   * @param purpose left out: all but the codes that take a change of address back, which end by their own order only
   */
  async function endCodes(tx: Transaction, accountId: string, purpose?: string) {
    await tx
      .delete(accountCode)
      .where(
        and(
          eq(accountCode.accountId, accountId),
          isNull(accountCode.usedAt),
          purpose === undefined ? ne(accountCode.purpose, 'undo-email') : eq(accountCode.purpose, purpose),
        ),
      );
  }

  /**
   * An address that the account had before outranks those that it had later: it ends their links to take a change back.
   * @returns whether the account had it before, as far as the links show
   */
  async function outrankLater(tx: Transaction, accountId: string, email: string, at: Date): Promise<boolean> {
    const undo = and(eq(accountCode.accountId, accountId), eq(accountCode.purpose, 'undo-email'));
    const [earliest] = await tx
      .select({ createdAt: accountCode.createdAt })
      .from(accountCode)
      .where(and(undo, eq(accountCode.email, email), gt(accountCode.expiresAt, at)))
      .orderBy(asc(accountCode.createdAt))
      .limit(1);
    if (earliest === undefined) return false;
    await tx
      .delete(accountCode)
      .where(and(undo, ne(accountCode.email, email), gte(accountCode.createdAt, earliest.createdAt)));
    return true;
  }

  async function change(tx: Transaction, accountId: string, set: Partial<typeof account.$inferInsert>) {
    const [changed] = await tx.update(account).set(set).where(eq(account.accountId, accountId)).returning();
    return changed ?? null;
  }

  /**
   * Ends the sessions of an account whose change of address is taken back, and removes what was added since. The old
   * password, which a thief may know, is refused from now on.
   * @param since when the address was changed
   */
  async function takeBack(tx: Transaction, of: Account, since: Date, at: Date, by: AuditActor): Promise<Credential[]> {
    const { accountId } = of;
    await endAllSessions(tx, accountId);
    await tx.delete(accountDevice).where(eq(accountDevice.accountId, accountId));
    const removed = addedSince(await lockedCredentialsOf(tx, accountId), since);
    await removeCredentials(tx, of, removed, by);
    const recoveringSince = of.recoveringSince ?? at;
    await change(tx, accountId, { recoveringSince, questionCode: null, passwordHash: NO_PASSWORD });
    return removed;
  }

  return {
    findByEmail: byEmail,
    async findByLogin(email) {
      const [own, further] = [await byEmail(email), await byFurtherAddress(email)];
      // An unconfirmed account does not outrank a person who has verified the address.
      return own?.emailVerified === true ? own : (further ?? own);
    },
    findById: byId,

    create: write,

    async setPasswordHash(accountId, passwordHash) {
      await db
        .update(account)
        .set({
          passwordHash,
          passwordChangedAt: new Date(now()),
          // A change of address that was taken back only waits for a new password; an unanswered question remains.
          recoveringSince: sql`case when ${account.questionCode} is null then null else ${account.recoveringSince} end`,
        })
        .where(eq(account.accountId, accountId));
    },

    register: (given) => write({ ...given, emailVerified: false }),

    confirm: (codeHash) =>
      db.transaction(async (tx) => {
        // Where another registration of the same address was confirmed first, this one is void.
        const used = await use(tx, codeHash, ['verify-email'], (_code, of) => !of.emailVerified);
        if (used === null) return null;
        const { registration } = used.code.data as CodeData;
        await endCodes(tx, used.of.accountId);
        return change(tx, used.of.accountId, { ...registration, emailVerified: true });
      }),

    resetPassword: (codeHash, passwordHash) =>
      db.transaction(async (tx) => {
        // Void when it was mailed to an address that the account no longer has.
        const used = await use(
          tx,
          codeHash,
          ['reset-password', 'invitation'],
          (code, of) =>
            code.email === of.email.toLowerCase() &&
            (code.purpose === 'reset-password' || of.passwordHash === NO_PASSWORD),
        );
        if (used === null) return null;
        const { accountId } = used.of;
        await endCodes(tx, accountId);
        await tx.delete(accountDevice).where(eq(accountDevice.accountId, accountId));
        await endAllSessions(tx, accountId);
        // An open question, or an earlier take-back, already defines what counts as recent.
        const since = used.of.recoveringSince ?? used.at;
        const asks = hasChoice(await lockedCredentialsOf(tx, accountId), since);
        return change(tx, accountId, {
          passwordHash,
          passwordChangedAt: used.at,
          emailVerified: true,
          recoveringSince: asks ? since : null,
          questionCode: asks ? codeHash : null,
        });
      }),

    async changePassword(accountId, { before, passwordHash }, { sessionUid }) {
      return db.transaction(async (tx) => {
        // If the password was reset by mail since the current one was checked, the reset wins.
        const changed = await tx
          .update(account)
          .set({ passwordHash, passwordChangedAt: new Date(now()) })
          .where(and(eq(account.accountId, accountId), eq(account.passwordHash, before)));
        if (changed.rowCount !== 1) return false;
        await endCodes(tx, accountId, 'reset-password');
        // A log-in with the old password may be in progress.
        await tx
          .delete(identityArtifact)
          .where(
            or(
              and(
                eq(identityArtifact.model, 'SignInProgress'),
                sql`${identityArtifact.payload} ->> 'accountId' = ${accountId}`,
              ),
              and(
                eq(identityArtifact.model, 'Interaction'),
                sql`${identityArtifact.payload} -> 'result' -> 'login' ->> 'accountId' = ${accountId}`,
              ),
            ),
          );
        const others = await tx
          .select({ uid: identityArtifact.uid })
          .from(identityArtifact)
          .where(
            and(
              eq(identityArtifact.model, 'Session'),
              sql`${identityArtifact.payload} ->> 'accountId' = ${accountId}`,
              ne(identityArtifact.uid, sessionUid),
            ),
          );
        const uids = others.flatMap(({ uid }) => (uid === null ? [] : [uid]));
        if (uids.length > 0) await endSessionsOf(tx, accountId, uids);
        return true;
      });
    },

    changeEmail: (codeHash, undo) =>
      db
        .transaction(async (tx) => {
          const used = await use(tx, codeHash, ['change-email', 'undo-email']);
          if (used === null) return null;
          const { accountId, email: before } = used.of;
          const isReturn = await outrankLater(tx, accountId, used.code.email, used.at);
          // An unconfirmed account does not withhold its address from the owner.
          await tx
            .delete(account)
            .where(
              and(
                eq(sql`lower(${account.email})`, used.code.email),
                sql`not ${account.emailVerified}`,
                ne(account.accountId, accountId),
              ),
            );
          const changed = await change(tx, accountId, { email: used.code.email, emailVerified: true });
          if (changed === null) return null;
          // Tokens name the former address for a while: pages and e-mails of the academies must not.
          await tx
            .update(person)
            .set({ email: changed.email, emailVerified: true })
            .where(and(eq(person.issuer, EMBEDDED_ISSUER), eq(person.subject, accountId)));
          await endCodes(tx, accountId, 'change-email');
          await endCodes(tx, accountId, 'reset-password');
          if (undo !== undefined && !isReturn)
            await tx.insert(accountCode).values({ ...undo, accountId, purpose: 'undo-email', email: before });
          const isUndo = used.code.purpose === 'undo-email';
          const by = { personId: null, name: before, correlationId: null };
          const removed = isUndo ? await takeBack(tx, changed, used.code.createdAt, used.at, by) : [];
          await writeAudit(tx, {
            action: isUndo ? 'account.undo-email' : 'account.change-email',
            target: { kind: 'account', id: accountId },
            tenantId: null,
            details: { before, after: changed.email, ...(isUndo ? { removed: kindsOf(removed) } : {}) },
            by,
          });
          return { account: changed, before, undo: undo !== undefined && !isReturn };
        })
        .catch((error: unknown) => {
          if (codeOf(error) === UNIQUE_VIOLATION) return 'taken' as const;
          throw error;
        }),

    deleteUnconfirmed: (before) =>
      deleteInBatches(
        db,
        account,
        and(
          sql`not ${account.emailVerified}`,
          lt(account.createdAt, before),
          sql`not exists (select 1 from ${accountCode} where ${accountCode.accountId} = ${account.accountId}
            and ${accountCode.expiresAt} > ${new Date(now())})`,
          sql`not exists (select 1 from ${person} where ${person.issuer} = ${EMBEDDED_ISSUER}
            and ${person.subject} = ${account.accountId}::text)`,
        ),
      ),
  };
}

export function codesStore(db: Queries, now: () => number): CodesStore {
  return {
    async add(code, replaces) {
      await db.transaction(async (tx) => {
        const { accountId, purpose } = code;
        if (replaces !== 'none')
          await tx
            .delete(accountCode)
            .where(
              and(
                eq(accountCode.accountId, accountId),
                eq(accountCode.purpose, purpose),
                isNull(accountCode.usedAt),
                replaces === 'all' ? undefined : eq(accountCode.codeHash, replaces.codeHash),
              ),
            );
        await tx.insert(accountCode).values(code);
      });
    },
    async find(codeHash) {
      const rows = await db
        .select()
        .from(accountCode)
        .where(and(eq(accountCode.codeHash, codeHash), gt(accountCode.expiresAt, new Date(now()))));
      return (rows[0] as AccountCode | undefined) ?? null;
    },
    async newest(accountId, purpose) {
      const rows = await db
        .select()
        .from(accountCode)
        .where(
          and(
            eq(accountCode.accountId, accountId),
            eq(accountCode.purpose, purpose),
            isNull(accountCode.usedAt),
            gt(accountCode.expiresAt, new Date(now())),
          ),
        )
        .orderBy(desc(accountCode.createdAt))
        .limit(1);
      return (rows[0] as AccountCode | undefined) ?? null;
    },
    deleteExpired: () => deleteInBatches(db, accountCode, lt(accountCode.expiresAt, new Date(now()))),
  };
}

function codeOf(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
}
