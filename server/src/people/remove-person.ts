import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { alert } from '../db/alert-tables.ts';
import { account } from '../db/identity-tables.ts';
import { contactMessage, managedEmail } from '../db/message-tables.ts';
import {
  favorite,
  feedback,
  knowledgeCheckAttempt,
  outboxMail,
  person,
  personalAccessToken,
  progressEvent,
  removedIdentity,
  voucherRequest,
} from '../db/tables.ts';
import type { Transaction } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { deleteOldRemovals, endAllSessions } from '../identity/sessions.store.ts';
import { takeOffAttempts } from '../stats/kept-questions.ts';
import { lockAdministrators, refuseLastAdministrator } from './administrators.ts';
import { deleteInvitationMail } from './invitations.store.ts';
import { identityHash, type PersonRow } from './people.store.ts';

/**
 * Deletes a person and all data about them: account with its factors and sessions, tokens, progress, attempts, reviews,
 * certificates, favorites, voucher requests, addresses, notification choices, messages to the academy, invitations, sent mail,
 * memberships of groups, assignments and calendar feeds of their own, and what a directory describes. The audit log and the list of imports stay, with the name at that
 * time; feedback about courses stays without its author, and alerts stay as the academy's.
 *
 * @returns the person before the deletion; null when there is none
 * @throws AcademyError conflict for the only administrator
 */
export async function removePerson(tx: Transaction, personId: string): Promise<PersonRow | null> {
  await lockAdministrators(tx);
  const [row] = await tx.select().from(person).where(eq(person.personId, personId)).for('update');
  if (row === undefined) return null;
  await refuseLastAdministrator(tx, personId);
  if (row.issuer === EMBEDDED_ISSUER) {
    await removeAccount(tx, row.subject);
  } else {
    // Another provider's tokens stay valid: they must not create the person again.
    await deleteOldRemovals(tx);
    const [identity, removedAt] = [identityHash(row.issuer, row.subject), new Date()];
    await tx
      .insert(removedIdentity)
      .values({ identityHash: identity, removedAt })
      .onConflictDoUpdate({ target: removedIdentity.identityHash, set: { removedAt } });
  }
  await tx.delete(progressEvent).where(eq(progressEvent.personId, personId));
  await takeOffAttempts(tx, personId);
  await tx.delete(knowledgeCheckAttempt).where(eq(knowledgeCheckAttempt.personId, personId));
  await tx.delete(favorite).where(eq(favorite.personId, personId));
  await tx.delete(voucherRequest).where(eq(voucherRequest.personId, personId));
  await tx.delete(contactMessage).where(eq(contactMessage.personId, personId));
  const nobody = { personId: null, allowContact: false, context: {} };
  await tx.update(feedback).set(nobody).where(eq(feedback.personId, personId));
  await tx.update(alert).set({ authorId: null }).where(eq(alert.authorId, personId));
  await tx.delete(personalAccessToken).where(eq(personalAccessToken.personId, personId));
  await deleteInvitationMail(tx, row.email);
  // An unconfirmed address may belong to another person.
  if (row.emailVerified) await tx.delete(outboxMail).where(eq(outboxMail.recipient, row.email.toLowerCase()));
  const verified = tx
    .select({ email: managedEmail.email })
    .from(managedEmail)
    .where(and(eq(managedEmail.personId, personId), isNotNull(managedEmail.verifiedAt)));
  await tx.delete(outboxMail).where(inArray(outboxMail.recipient, verified));
  await tx.delete(person).where(eq(person.personId, personId));
  return row;
}

/** Deletes an account of the embedded provider with its sessions, codes, factors, passkeys and devices. */
export async function removeAccount(tx: Transaction, accountId: string): Promise<void> {
  await endAllSessions(tx, accountId);
  await tx.delete(account).where(sql`${account.accountId} = ${uuidOfText(accountId)}`);
}
