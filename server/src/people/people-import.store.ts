import { NO_PASSWORD } from '@academy/identity/passwords';
import { and, eq, sql } from 'drizzle-orm';
import { account } from '../db/identity-tables.ts';
import { person } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import type { PersonRow } from './people.store.ts';

interface Names {
  firstName: string;
  lastName: string;
}

/**
 * Adds a person to the embedded provider and to the academy. A person who registered but never logged in keeps account,
 * names and password.
 */
export async function addPerson(tx: Transaction, email: string, names: Names): Promise<PersonRow> {
  await tx
    .insert(account)
    .values({ email, ...names, passwordHash: NO_PASSWORD })
    .onConflictDoNothing();
  const [of] = await tx
    .select()
    .from(account)
    .where(eq(sql`lower(${account.email})`, email));
  if (of === undefined) throw new Error('the account was not written');
  const { accountId, firstName, lastName, emailVerified } = of;
  const [made] = await tx
    .insert(person)
    .values({
      ...{ issuer: EMBEDDED_ISSUER, subject: accountId, email: of.email, firstName, lastName, emailVerified },
      addedAt: new Date(),
    })
    .onConflictDoUpdate({ target: [person.issuer, person.subject], set: { email: of.email } })
    .returning();
  if (made === undefined) throw new Error('the person was not written');
  return made;
}

/** Changes names, at the embedded provider as well. */
export async function rename(tx: Transaction, row: PersonRow, names: Names): Promise<void> {
  await tx
    .update(account)
    .set(names)
    .where(sql`${account.accountId} = ${uuidOfText(row.subject)}`);
  await tx
    .update(person)
    .set(names)
    .where(and(eq(person.personId, row.personId)));
}
