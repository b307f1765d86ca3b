import { AcademyError } from '@academy/contract/errors';
import { eq, sql } from 'drizzle-orm';
import { person } from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';

/** Held by every transaction that may change who is an administrator, so that they happen one after the other. */
const ADMINISTRATORS_LOCK = 0x0ad_317;

/** Waits until nobody else changes who is an administrator; until the transaction ends nobody else does. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`);
}

/**
 * Makes sure that somebody else is an administrator (security rule 10). The transaction must hold the lock.
 *
 * @throws AcademyError conflict when the person is the only one
 */
export async function refuseLastAdministrator(tx: Transaction, personId: string): Promise<void> {
  const admins = await tx
    .select({ personId: person.personId })
    .from(person)
    .where(eq(person.isAdmin, true))
    .orderBy(sql`${person.personId} = ${personId}`)
    .limit(2);
  const [first] = admins;
  if (admins.length === 1 && first?.personId === personId)
    throw new AcademyError('conflict', { message: 'This is the only administrator. Make somebody else one first.' });
}
