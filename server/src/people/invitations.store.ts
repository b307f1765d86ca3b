import type { Invitation } from '@academy/contract/people-invitations';
import type { TenantId } from '@academy/contract/tenants';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { invitation } from '../db/import-tables.ts';
import { outboxMail, person } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import type { PersonRow } from './people.store.ts';

/** People of an address, locked until the transaction ends. @param email in its normal form */
export async function heldByEmail(tx: Transaction, email: string): Promise<PersonRow[]> {
  return tx
    .select()
    .from(person)
    .where(eq(sql`lower(${person.email})`, email))
    .orderBy(asc(person.createdAt))
    .for('update');
}

/**
 * Counts one more invitation of a person.
 *
 * @returns the count, and what stores until when its link works; null when the last one is younger than `pauseMs`
 */
export async function countInvitation(
  tx: Transaction,
  personId: string,
  tenantId: TenantId,
  at: Date,
  pauseMs: number,
) {
  const [counted] = await tx
    .insert(invitation)
    .values({ personId, tenantId, sentCount: 1, firstSentAt: at, lastSentAt: at })
    .onConflictDoUpdate({
      target: invitation.personId,
      set: { tenantId, sentCount: sql`${invitation.sentCount} + 1`, lastSentAt: at },
      setWhere: lte(invitation.lastSentAt, new Date(at.getTime() - pauseMs)),
    })
    .returning();
  if (counted === undefined) return null;
  return {
    count: counted.sentCount,
    async until(expiresAt: Date | null): Promise<void> {
      await tx.update(invitation).set({ expiresAt }).where(eq(invitation.personId, personId));
    },
  };
}

/** Whether a mail of this key was put into the outbox. */
export async function hasMail(tx: Transaction, key: string): Promise<boolean> {
  return (await tx.$count(outboxMail, eq(outboxMail.key, key))) > 0;
}

/** Deletes the invitations to an address, sent and waiting ones. */
export async function deleteInvitationMail(tx: Transaction, email: string): Promise<void> {
  const kinds = ['invitation', 'invitation-log-in'];
  await tx
    .delete(outboxMail)
    .where(and(eq(outboxMail.recipient, email.toLowerCase()), inArray(outboxMail.kind, kinds)));
}

/** The invitations of people, by their ids. */
export async function invitationsOf(db: Queries, personIds: readonly string[]): Promise<Map<string, Invitation>> {
  if (personIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(invitation)
    .where(inArray(invitation.personId, [...personIds]));
  return new Map(
    rows.map(({ personId, sentCount, lastSentAt, expiresAt }) => [
      personId,
      { sentCount, lastSentAt: lastSentAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null },
    ]),
  );
}
