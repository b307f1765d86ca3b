import { createHash } from 'node:crypto';
import type { HeldRole } from '@academy/contract/rules/held-roles';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { account } from '../db/identity-tables.ts';
import { person, removedIdentity } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import { ROLES_OF_PERSON } from './held-roles.ts';

export type PersonRow = typeof person.$inferSelect;

/** A person with the roles that have a scope. */
export interface KnownPerson extends PersonRow {
  roles: HeldRole[];
}

const KNOWN = { ...getTableColumns(person), roles: ROLES_OF_PERSON };

/** The identity in a verified token. */
export interface Identified {
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
}

export function peopleStore(db: Queries) {
  return {
    async byIdentity(issuer: string, subject: string): Promise<KnownPerson | null> {
      const rows = await db
        .select(KNOWN)
        .from(person)
        .where(and(eq(person.issuer, issuer), eq(person.subject, subject)))
        .limit(1);
      return rows[0] ?? null;
    },

    async byId(personId: string): Promise<KnownPerson | null> {
      const rows = await db.select(KNOWN).from(person).where(eq(person.personId, personId)).limit(1);
      return rows[0] ?? null;
    },

    /** Updates names and address from the provider. Null when the person was removed meanwhile. */
    async update(personId: string, who: Identified): Promise<KnownPerson | null> {
      const rows = await db.update(person).set(namesOf(who)).where(eq(person.personId, personId)).returning(KNOWN);
      return rows[0] ?? null;
    },

    /** Names and address of an account of the embedded provider; null when there is none, or it has ended. */
    async accountNames(accountId: string): Promise<Omit<Identified, 'issuer' | 'subject'> | null> {
      const { email, firstName, lastName, emailVerified } = account;
      const rows = await db
        .select({ email, firstName, lastName, emailVerified })
        .from(account)
        .where(sql`${account.accountId} = ${uuidOfText(accountId)} and ${account.endedAt} is null`)
        .limit(1);
      return rows[0] ?? null;
    },

    /** Records the first log-in of a person who was added. Null when they were removed meanwhile. */
    async loggedIn(personId: string): Promise<KnownPerson | null> {
      const rows = await db
        .update(person)
        .set({ firstLoginAt: sql`coalesce(${person.firstLoginAt}, now())` })
        .where(eq(person.personId, personId))
        .returning(KNOWN);
      return rows[0] ?? null;
    },

    /** When a person of this identity was removed, if that was recently. */
    async removedAt(issuer: string, subject: string): Promise<Date | null> {
      const rows = await db
        .select({ removedAt: removedIdentity.removedAt })
        .from(removedIdentity)
        .where(eq(removedIdentity.identityHash, identityHash(issuer, subject)))
        .limit(1);
      return rows[0]?.removedAt ?? null;
    },

    /** Creates the person, or updates names and address of an existing one. @param of a new one: when it was added */
    async upsert(who: Identified, { addedAt }: { addedAt?: Date } = {}): Promise<KnownPerson> {
      const names = namesOf(who);
      const rows = await db
        .insert(person)
        .values({ issuer: who.issuer, subject: who.subject, ...names, ...(addedAt === undefined ? {} : { addedAt }) })
        .onConflictDoUpdate({ target: [person.issuer, person.subject], set: names })
        .returning(KNOWN);
      const row = rows[0];
      if (row === undefined) throw new Error('the person was not written');
      return row;
    },

    /**
     * This address, when somebody has an account with it: as sign-in address, or as a verified one of their own; else
     * null. Unconfirmed accounts do not count; an address of a company's active directory always does, because its
     * log-in makes the account. Always queries all tables, so that every reply takes the same time.
     */
    async loginOf(email: string): Promise<string | null> {
      const found = await db.execute<{ found: boolean }>(
        sql`select (select count(*) from person where lower(email) = ${email})
            + (select count(*) from account where lower(email) = ${email} and email_verified)
            + (select count(*) from managed_email
               where email = ${email} and person_id is not null and verified_at is not null)
            + (select count(*) from directory_domain join directory using (directory_id)
               where domain = ${email.slice(email.lastIndexOf('@') + 1)} and proved_at is not null and is_active)
            > 0 as found`,
      );
      return found.rows[0]?.found === true ? email : null;
    },
  };
}

function namesOf({ email, firstName, lastName, emailVerified }: Identified) {
  return { email, firstName, lastName, emailVerified };
}

/** An anonymous name of an identity. */
export function identityHash(issuer: string, subject: string): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
}

export type PeopleStore = ReturnType<typeof peopleStore>;
