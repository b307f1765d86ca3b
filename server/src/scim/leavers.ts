import { AcademyError } from '@academy/contract/errors';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import { endAllSessions } from '../identity/sessions.store.ts';
import { type LabSessionRow, labsStore } from '../labs/labs.store.ts';
import { lockAdministrators, refuseLastAdministrator } from '../people/administrators.ts';
import type { PersonId } from '../values/scope.ts';
import { ScimError } from './scim-error.ts';

interface Leaver {
  personId: string;
  /** Of the account, which need not be there. */
  subject: string;
}

/** Waits for other changes of administrators. To be called before the person's row is locked, as those do. */
export const beforeLeaving = lockAdministrators;

/**
 * Ends everything that a person can do: sessions on all servers, log-ins in progress, and the lab. Personal access tokens
 * are refused from now on. Nothing is deleted.
 *
 * @returns the lab that ran, which must be released at its provider once the transaction is over
 * @throws ScimError for the last administrator of all
 */
export async function leave(tx: Transaction, { personId, subject }: Leaver): Promise<LabSessionRow | null> {
  await refuseLastAdministrator(tx, personId).catch((error: unknown) => {
    throw error instanceof AcademyError ? new ScimError(403, 'lastAdministrator') : error;
  });
  const id = uuidOfText(subject);
  await tx.execute(sql`update account set ended_at = coalesce(ended_at, now()) where account_id = ${id}`);
  // Tokens of sessions that are known to other servers for a moment.
  await tx.execute(sql`update person set sessions_ended_at = now() where person_id = ${personId}`);
  await endAllSessions(tx, subject);
  const labs = labsStore(tx);
  const running = await labs.running(personId as PersonId);
  if (running !== null) await labs.end(running, 'terminated');
  return running;
}

/** Lets a person use their account again, with everything that they had. */
export async function comeBack(tx: Transaction, { subject }: Leaver): Promise<void> {
  await tx.execute(sql`update account set ended_at = null where account_id = ${uuidOfText(subject)}`);
}

/** Opens the account of an address again, whatever its directory says. @returns its id; null when none has ended */
export async function reopenAccount(tx: Transaction, email: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update account set ended_at = null where lower(email) = ${email} and ended_at is not null returning account_id as id`);
  return rows[0]?.id ?? null;
}
