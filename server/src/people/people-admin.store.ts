import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { person } from '../db/tables.ts';
import type { PersonRow } from './people.store.ts';

/** Queries about people for administrators and operators. */
export function peopleAdminStore(db: Database) {
  return {
    /** All people, oldest first. */
    async all(): Promise<PersonRow[]> {
      return db.select().from(person).orderBy(asc(person.createdAt), asc(person.personId));
    },

    async byId(personId: string): Promise<PersonRow | null> {
      const rows = await db.select().from(person).where(eq(person.personId, personId));
      return rows[0] ?? null;
    },

    /** People with this sign-in address, in any letter case; more than one only after a change of provider. */
    async byEmail(email: string): Promise<PersonRow[]> {
      return db
        .select()
        .from(person)
        .where(eq(sql`lower(${person.email})`, email.trim().toLowerCase()))
        .orderBy(asc(person.createdAt));
    },
  };
}
