import { and, eq, or, sql } from 'drizzle-orm';
import {
  account,
  accountSession,
  favorite,
  identityArtifact,
  outboxMail,
  person,
  personalAccessToken,
  progressEvent,
} from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { lockAdministrators, refuseLastAdministrator } from './administrators.ts';
import type { PersonRow } from './people.store.ts';

/**
 * Deletes a person with everything that is kept about him or her: account with its factors and sessions, tokens,
 * progress, favorites, mail that was sent. What the audit tells stays, with the name that it had.
 *
 * @returns the person as he or she was; null when there is none
 * @throws AcademyError conflict for the only administrator
 */
export async function removePerson(tx: Transaction, personId: string): Promise<PersonRow | null> {
  await lockAdministrators(tx);
  const [row] = await tx.select().from(person).where(eq(person.personId, personId)).for('update');
  if (row === undefined) return null;
  await refuseLastAdministrator(tx, personId);
  if (row.issuer === EMBEDDED_ISSUER) {
    await endProviderSessions(tx, row.subject);
    // Codes, factors, passkeys and devices go with it.
    await tx.delete(account).where(sql`${account.accountId}::text = ${row.subject}`);
  }
  await tx.delete(progressEvent).where(eq(progressEvent.personId, personId));
  await tx.delete(favorite).where(eq(favorite.personId, personId));
  await tx.delete(personalAccessToken).where(eq(personalAccessToken.personId, personId));
  await tx.delete(outboxMail).where(eq(outboxMail.recipient, row.email));
  await tx.delete(person).where(eq(person.personId, personId));
  return row;
}

/**
 * Signs an account out of every browser: sessions, grants, codes and refresh tokens end on every server at once.
 *
 * @param accountId an account of the embedded provider
 */
export async function endProviderSessions(tx: Transaction, accountId: string): Promise<void> {
  const { payload, model } = identityArtifact;
  await tx
    .delete(identityArtifact)
    .where(
      or(
        sql`${payload}->>'accountId' = ${accountId}`,
        and(eq(model, 'Interaction'), sql`${payload}->'session'->>'accountId' = ${accountId}`),
      ),
    );
  await tx.delete(accountSession).where(sql`${accountSession.accountId}::text = ${accountId}`);
}
