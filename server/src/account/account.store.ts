import type { Language } from '@academy/contract/i18n/languages';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { account } from '../db/identity-tables.ts';
import { person } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import type { PersonRow } from '../people/people.store.ts';
import type { PersonId } from '../values/scope.ts';

export interface AccountNames {
  firstName: string;
  lastName: string;
}

/** A person's own account: the academy's row, and the embedded provider's row where it manages the account. */
export function accountStore(db: Queries) {
  return {
    async person(personId: PersonId): Promise<PersonRow | null> {
      const rows = await db.select().from(person).where(eq(person.personId, personId)).limit(1);
      return rows[0] ?? null;
    },

    /** @returns false when the embedded provider has no such account */
    async renameAccount(accountId: string, names: AccountNames): Promise<boolean> {
      const done = await db
        .update(account)
        .set(names)
        .where(sql`${account.accountId} = ${uuidOfText(accountId)}`);
      return done.rowCount === 1;
    },

    /** True from the start of a recovery by mail until the owner has set a new password and chosen what to keep. */
    async isRecovering(accountId: string): Promise<boolean> {
      const found = await db.$count(
        account,
        and(sql`${account.accountId} = ${uuidOfText(accountId)}`, isNotNull(account.recoveringSince)),
      );
      return found > 0;
    },

    async renamePerson(personId: PersonId, names: AccountNames): Promise<PersonRow | null> {
      const rows = await db.update(person).set(names).where(eq(person.personId, personId)).returning();
      return rows[0] ?? null;
    },

    async setLanguage(personId: PersonId, language: Language): Promise<PersonRow | null> {
      const rows = await db.update(person).set({ language }).where(eq(person.personId, personId)).returning();
      return rows[0] ?? null;
    },

    /** Refuses all tokens issued up to this moment. */
    async endTokens(personId: PersonId, at: Date): Promise<void> {
      await db.update(person).set({ sessionsEndedAt: at }).where(eq(person.personId, personId));
    },
  };
}
