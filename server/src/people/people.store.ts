import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { person } from '../db/tables.ts';

export type PersonRow = typeof person.$inferSelect;

/** Who a verified token says its bearer is. */
export interface Identified {
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
}

export function peopleStore(db: Database) {
  return {
    async byIdentity(issuer: string, subject: string): Promise<PersonRow | null> {
      const rows = await db
        .select()
        .from(person)
        .where(and(eq(person.issuer, issuer), eq(person.subject, subject)))
        .limit(1);
      return rows[0] ?? null;
    },

    async byId(personId: string): Promise<PersonRow | null> {
      const rows = await db.select().from(person).where(eq(person.personId, personId)).limit(1);
      return rows[0] ?? null;
    },

    /** Makes the person, or brings names and address up to what the provider says now. */
    async upsert(who: Identified): Promise<PersonRow> {
      const names = {
        email: who.email,
        firstName: who.firstName,
        lastName: who.lastName,
        emailVerified: who.emailVerified,
      };
      const rows = await db
        .insert(person)
        .values({ issuer: who.issuer, subject: who.subject, ...names })
        .onConflictDoUpdate({ target: [person.issuer, person.subject], set: names })
        .returning();
      const row = rows[0];
      if (row === undefined) throw new Error('the person was not written');
      return row;
    },

    /** The sign-in address of the account with this address, in any letter case; null when there is none. */
    async loginOf(email: string): Promise<string | null> {
      const found = await db.execute<{ found: boolean }>(
        sql`select exists (select 1 from person where lower(email) = ${email})
            or exists (select 1 from account where lower(email) = ${email}) as found`,
      );
      return found.rows[0]?.found === true ? email : null;
    },
  };
}

export type PeopleStore = ReturnType<typeof peopleStore>;
