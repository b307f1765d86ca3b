import type { Account } from '@academy/identity/accounts-store';
import type {
  ClaimMapping,
  DirectoriesStore,
  Directory,
  DirectoryKind,
  DirectoryPerson,
  KnownFacts,
  SamlSettings,
} from '@academy/identity/directories/directory';
import { NO_PASSWORD } from '@academy/identity/passwords';
import { and, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import { directory, directoryAccount, directoryDomain } from '../db/directory-tables.ts';
import { account } from '../db/identity-tables.ts';
import { person as personTable } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import { accountsStore } from './accounts.store.ts';
import { describedPerson, giveToDescribed } from './described-people.ts';
import { grant, isPersonOf, NOTHING_GRANTED } from './directory-grants.ts';

/** Directories as log-ins need them. What a log-in changes is one transaction each. */
export function directoriesStore(db: Queries, now: () => number): DirectoriesStore {
  async function one(condition: SQL | undefined): Promise<Directory | null> {
    const [row] = await db.select().from(directory).where(condition).limit(1);
    if (row === undefined) return null;
    const domains = await db
      .select({ domain: directoryDomain.domain })
      .from(directoryDomain)
      .where(and(eq(directoryDomain.directoryId, row.directoryId), isNotNull(directoryDomain.provedAt)));
    return {
      ...row,
      kind: row.kind as DirectoryKind,
      mapping: row.mapping as ClaimMapping,
      saml: row.saml as SamlSettings | null,
      domains: domains.map(({ domain }) => domain),
    };
  }

  const isPerson = ({ directoryId, issuer, subject }: DirectoryPerson) =>
    and(
      eq(directoryAccount.directoryId, directoryId),
      eq(directoryAccount.issuer, issuer),
      eq(directoryAccount.subject, subject),
    );

  return {
    ofDomain: (domain) =>
      one(
        and(
          eq(directory.isActive, true),
          sql`${directory.directoryId} = (select ${directoryDomain.directoryId} from ${directoryDomain}
            where ${directoryDomain.domain} = ${domain} and ${directoryDomain.provedAt} is not null)`,
        ),
      ),
    byId: async (directoryId) => (isUuid(directoryId) ? one(eq(directory.directoryId, directoryId)) : null),
    ofAccount: async (accountId) =>
      isUuid(accountId)
        ? one(
            sql`${directory.directoryId} = (select ${directoryAccount.directoryId} from ${directoryAccount}
              where ${directoryAccount.accountId} = ${accountId})`,
          )
        : null,

    async accountOf(person) {
      const [row] = await db
        .select({ account })
        .from(directoryAccount)
        .innerJoin(account, eq(account.accountId, directoryAccount.accountId))
        .where(isPerson(person));
      return row?.account ?? null;
    },

    async described(person, email) {
      const found = await describedPerson(db, person, email);
      const [of] = found === null ? [] : await db.select().from(account).where(eq(account.accountId, found.subject));
      return found === null ? null : { account: of ?? null, hasLeft: found.hasLeft };
    },

    make: (person, facts) =>
      unlessOwned(db, async (tx) => {
        const { email, firstName, lastName } = facts;
        // Nobody has proved to own an unconfirmed account: its password and names are a stranger's.
        const made = await accountsStore(tx, now).create({
          ...{ email, firstName, lastName, passwordHash: NO_PASSWORD, emailVerified: true },
        });
        if (made === null) return null;
        await link(tx, person, made.accountId);
        await giveToDescribed(tx, person, made);
        await grant(tx, person, made, facts, now());
        await audit(tx, 'account.join-directory', person, made, { made: true });
        return made;
      }),

    join: (person, accountId, facts) =>
      unlessOwned(db, async (tx) => {
        await link(tx, person, accountId);
        const after = await update(tx, accountId, facts);
        if (after === null) return null;
        await giveToDescribed(tx, person, after);
        await grant(tx, person, after, facts, now());
        await audit(tx, 'account.join-directory', person, after, { made: false });
        return after;
      }),

    leave: (accountId) =>
      db.transaction(async (tx) => {
        const [of] = await tx.select().from(directoryAccount).where(eq(directoryAccount.accountId, accountId));
        const [left] = of === undefined ? [] : await tx.select().from(account).where(eq(account.accountId, accountId));
        if (of === undefined || left === undefined) return false;
        await grant(tx, of, left, NOTHING_GRANTED, now());
        await tx.delete(directoryAccount).where(eq(directoryAccount.accountId, accountId));
        await audit(tx, 'account.leave-directory', of, left, {});
        return true;
      }),

    follow: (person, facts) =>
      db.transaction(async (tx) => {
        const [of] = await tx
          .update(directoryAccount)
          .set({ lastUsedAt: new Date(now()) })
          .where(isPerson(person))
          .returning({ accountId: directoryAccount.accountId });
        const [before] =
          of === undefined
            ? []
            : await tx.select().from(account).where(eq(account.accountId, of.accountId)).for('update');
        const after = before === undefined ? null : await update(tx, before.accountId, facts);
        if (before === undefined || after === null) return null;
        await grant(tx, person, after, facts, now());
        if (before.email !== after.email) {
          // Tokens name the former address for a while: pages and e-mails of the academies must not.
          await tx
            .update(personTable)
            .set({ email: after.email, emailVerified: true })
            .where(isPersonOf(after.accountId));
          await audit(tx, 'account.change-email', person, after, { before: before.email, after: after.email });
        }
        return { account: after, before: before.email };
      }),
  };

  /** @throws OwnedElsewhere when the person has another account, or the account another owner */
  async function link(tx: Transaction, person: DirectoryPerson, accountId: string): Promise<void> {
    const at = new Date(now());
    const made = await tx
      .insert(directoryAccount)
      .values({ ...person, accountId, createdAt: at, lastUsedAt: at })
      .onConflictDoNothing()
      .returning();
    if (made.length === 0) throw new OwnedElsewhere();
  }

  /** Names, where the provider sends them, and the address, unless another account has it. */
  async function update(tx: Transaction, accountId: string, { firstName, lastName, email }: KnownFacts) {
    const names = firstName === '' && lastName === '' ? {} : { firstName, lastName };
    const [taken] =
      email === null
        ? []
        : await tx
            .select({ accountId: account.accountId })
            .from(account)
            .where(and(eq(sql`lower(${account.email})`, email), ne(account.accountId, accountId)));
    const address = email === null || taken !== undefined ? {} : { email };
    const values = { ...names, ...address };
    const where = eq(account.accountId, accountId);
    const [row] =
      Object.keys(values).length === 0
        ? await tx.select().from(account).where(where)
        : await tx.update(account).set(values).where(where).returning();
    return row ?? null;
  }

  function audit(
    tx: Transaction,
    action: 'account.join-directory' | 'account.leave-directory' | 'account.change-email',
    { directoryId }: DirectoryPerson,
    { accountId, email }: Account,
    details: Record<string, string | boolean>,
  ) {
    const by: AuditActor = { personId: null, name: email, correlationId: null };
    return writeAudit(tx, {
      ...{ action, tenantId: null, by },
      target: { kind: 'account', id: accountId },
      details: { ...details, directory: directoryId },
    });
  }
}

/** Undoes a transaction. */
class OwnedElsewhere extends Error {}

/** @returns null when the account or the person turned out to belong elsewhere: nothing is stored then */
async function unlessOwned<T>(db: Queries, work: (tx: Transaction) => Promise<T>): Promise<T | null> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (error instanceof OwnedElsewhere) return null;
    throw error;
  }
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
