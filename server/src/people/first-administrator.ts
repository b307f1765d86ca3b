import { eq } from 'drizzle-orm';
import { writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { person } from '../db/tables.ts';
import { lockAdministrators } from './administrators.ts';
import type { KnownPerson } from './people.store.ts';

/**
 * Makes the person with one verified address an administrator, as long as there is none.
 *
 * @param address in lower case; null: no automatic administrator
 * @returns a function that takes a person who signed in and returns their row afterwards
 */
export function firstAdministrator(db: Database, address: string | null): (row: KnownPerson) => Promise<KnownPerson> {
  let settled = address === null;
  return async (row) => {
    if (settled || row.isAdmin || !row.emailVerified || row.email.toLowerCase() !== address) return row;
    return db.transaction(async (tx) => {
      await lockAdministrators(tx);
      if ((await tx.$count(person, eq(person.isAdmin, true))) > 0) {
        settled = true;
        return row;
      }
      const [raised] = await tx
        .update(person)
        .set({ isAdmin: true })
        .where(eq(person.personId, row.personId))
        .returning();
      if (raised === undefined) return row;
      await writeAudit(tx, {
        action: 'person.make-admin',
        target: { kind: 'person', id: row.personId },
        tenantId: null,
        details: { email: row.email },
        by: { personId: null, name: 'setting of the first administrator', correlationId: null },
      });
      return { ...row, ...raised };
    });
  };
}
