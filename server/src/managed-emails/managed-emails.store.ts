import type { EmailType } from '@academy/contract/managed-emails';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { managedEmail, managedEmailCode } from '../db/message-tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

export type ManagedEmailRow = typeof managedEmail.$inferSelect;
export type CodeRow = typeof managedEmailCode.$inferSelect;

/** Owner of addresses: a person or an academy. */
export type Owner = { personId: PersonId } | { tenantId: TenantScope };

/** Type and text of an address, which identify it in a list. */
export interface Named {
  type: EmailType;
  email: string;
}

export function managedEmailsStore(queries: Queries) {
  const ownedBy = (owner: Owner) =>
    'personId' in owner
      ? eq(managedEmail.personId, owner.personId)
      : and(eq(managedEmail.tenantId, owner.tenantId), isNull(managedEmail.personId));
  const named = (owner: Owner, { type, email }: Named) =>
    and(ownedBy(owner), eq(managedEmail.type, type), eq(managedEmail.email, email));

  return {
    /** The oldest first. */
    async list(owner: Owner, types: readonly EmailType[]): Promise<ManagedEmailRow[]> {
      return queries
        .select()
        .from(managedEmail)
        .where(and(ownedBy(owner), inArray(managedEmail.type, [...types])))
        .orderBy(asc(managedEmail.type), asc(managedEmail.createdAt), asc(managedEmail.email));
    },

    /** Locked until the transaction ends. */
    async byName(owner: Owner, name: Named): Promise<ManagedEmailRow | null> {
      const [row] = await queries.select().from(managedEmail).where(named(owner, name)).for('update');
      return row ?? null;
    },

    /** Locked by every addition, so that the maximum is not exceeded. */
    async lock(owner: Owner): Promise<void> {
      const name = `managed-email ${'personId' in owner ? owner.personId : owner.tenantId}`;
      await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    },

    async count(owner: Owner, type: EmailType): Promise<number> {
      return queries.$count(managedEmail, and(ownedBy(owner), eq(managedEmail.type, type)));
    },

    /** @returns null when it is in the list already */
    async add(owner: Owner, { type, email }: Named, createdAt: Date): Promise<ManagedEmailRow | null> {
      const [row] = await queries
        .insert(managedEmail)
        .values({ type, email, createdAt, ...owner })
        .onConflictDoNothing()
        .returning();
      return row ?? null;
    },

    /** Replaces an address: the new one is unverified, and codes of the previous one are void. */
    async replace(emailId: string, email: string, createdAt: Date): Promise<ManagedEmailRow | null> {
      await queries.delete(managedEmailCode).where(eq(managedEmailCode.emailId, emailId));
      const [row] = await queries
        .update(managedEmail)
        .set({ email, createdAt, verifiedAt: null })
        .where(eq(managedEmail.emailId, emailId))
        .returning();
      return row ?? null;
    },

    async remove(emailId: string): Promise<void> {
      await queries.delete(managedEmail).where(eq(managedEmail.emailId, emailId));
    },

    async verify(emailId: string, verifiedAt: Date): Promise<void> {
      await queries.update(managedEmail).set({ verifiedAt }).where(eq(managedEmail.emailId, emailId));
    },

    /** Replaces the previous code. */
    async keepCode(code: CodeRow): Promise<void> {
      await queries
        .insert(managedEmailCode)
        .values(code)
        .onConflictDoUpdate({ target: [managedEmailCode.emailId, managedEmailCode.personId], set: code });
    },

    async codeOf(emailId: string, personId: PersonId): Promise<CodeRow | null> {
      const [row] = await queries.select().from(managedEmailCode).where(ofCode(emailId, personId)).for('update');
      return row ?? null;
    },

    /** The code for an address that this person requested. */
    async codeFor(owner: Owner, name: Named, personId: PersonId): Promise<CodeRow | null> {
      const [found] = await queries
        .select({ code: managedEmailCode })
        .from(managedEmailCode)
        .innerJoin(managedEmail, eq(managedEmail.emailId, managedEmailCode.emailId))
        .where(and(named(owner, name), eq(managedEmailCode.personId, personId)));
      return found?.code ?? null;
    },

    async dropCode(emailId: string, personId: PersonId): Promise<void> {
      await queries.delete(managedEmailCode).where(ofCode(emailId, personId));
    },
  };
}

const ofCode = (emailId: string, personId: PersonId) =>
  and(eq(managedEmailCode.emailId, emailId), eq(managedEmailCode.personId, personId));
