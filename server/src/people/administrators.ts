import { AcademyError } from '@academy/contract/errors';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import { account } from '../db/identity-tables.ts';
import { person } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { peopleImportTexts } from './people-import-texts.ts';

/** Lock of every transaction that may change who is an administrator, so that they run one after the other. */
const ADMINISTRATORS_LOCK = 0x0ad_317;

/** Waits for other changes of administrators, and blocks them until the transaction ends. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`);
}

/**
 * Condition: an administrator who can log in. Accounts of the embedded provider need a confirmed address for that, so
 * imported people who never logged in, and people whose account was deleted or has ended, do not count.
 */
const CAN_ACT = or(
  ne(person.issuer, EMBEDDED_ISSUER),
  sql`exists (select 1 from ${account} where ${account.accountId} = ${uuidOfText(person.subject)} and ${account.emailVerified}
    and ${account.endedAt} is null)`,
);

/** Whether there is no other administrator. Safe against concurrent changes only under the lock. */
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

/**
 * Ensures that another administrator remains. The transaction must hold the lock.
 *
 * @throws AcademyError conflict when the person is the last one
 */
export async function refuseLastAdministrator(tx: Transaction, personId: string): Promise<void> {
  if (await isLastAdministrator(tx, personId))
    throw new AcademyError('conflict', { message: peopleImportTexts.onlyAdministrator });
}
