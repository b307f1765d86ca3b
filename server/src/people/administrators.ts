import { AcademyError } from '@academy/contract/errors';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import { account } from '../db/identity-tables.ts';
import { person } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';

/** Held by every transaction that may change who is an administrator, so that they happen one after the other. */
const ADMINISTRATORS_LOCK = 0x0ad_317;

/** Waits until nobody else changes who is an administrator; until the transaction ends nobody else does. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`);
}

/**
 * An administrator who can act: of the embedded provider's accounts only those whose address is confirmed, which nobody
 * logs in without. An imported person who never came, or one whose account is gone, is no administrator to rely on.
 */
const CAN_ACT = or(
  ne(person.issuer, EMBEDDED_ISSUER),
  sql`exists (select 1 from ${account} where ${account.accountId}::text = ${person.subject} and ${account.emailVerified})`,
);

/** Whether nobody else could administrate the academy. Safe against concurrent changes only under the lock. */
export async function isLastAdministrator(db: Queries, personId: string): Promise<boolean> {
  const [row] = await db.select({ isAdmin: person.isAdmin }).from(person).where(eq(person.personId, personId));
  if (row?.isAdmin !== true) return false;
  const others = await db
    .select({ personId: person.personId })
    .from(person)
    .where(and(eq(person.isAdmin, true), ne(person.personId, personId), CAN_ACT))
    .limit(1);
  return others.length === 0;
}

export const LAST_ADMINISTRATOR = 'This is the only administrator. Make somebody else one first.';

/**
 * Makes sure that another administrator is left. The transaction must hold the lock.
 *
 * @throws AcademyError conflict when the person is the last one
 */
export async function refuseLastAdministrator(tx: Transaction, personId: string): Promise<void> {
  if (await isLastAdministrator(tx, personId)) throw new AcademyError('conflict', { message: LAST_ADMINISTRATOR });
}
