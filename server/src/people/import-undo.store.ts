import { NO_PASSWORD } from '@academy/identity/passwords';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { account } from '../db/identity-tables.ts';
import { auditEvent, person } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import type { PersonRow } from './people.store.ts';

/** Under this name the audit holds the import that a change was part of. */
export const OF_IMPORT = 'import';

/** A change that an import made, as the audit tells it. */
export interface ImportEntry {
  eventId: number;
  action: string;
  personId: string;
  details: { email: string; before: Record<string, unknown>; after: Record<string, unknown> };
}

/** What an import did, the last change first. @param before the entries older than this one; null: from the newest on */
export async function importEntries(
  db: Queries,
  { importId, since, before, most }: { importId: string; since: Date; before: number | null; most: number },
): Promise<ImportEntry[]> {
  const rows = await db
    .select({
      eventId: auditEvent.eventId,
      action: auditEvent.action,
      personId: auditEvent.targetId,
      details: auditEvent.details,
    })
    .from(auditEvent)
    .where(
      and(
        gte(auditEvent.at, since),
        // Spelled out, as in the index.
        eq(sql`${auditEvent.details} ->> 'import'`, importId),
        before === null ? undefined : lt(auditEvent.eventId, before),
      ),
    )
    .orderBy(desc(auditEvent.eventId))
    .limit(most);
  return rows as ImportEntry[];
}

/** The person as he or she is now, held until the transaction ends; null when there is none any more. */
export async function heldPerson(tx: Transaction, personId: string): Promise<PersonRow | null> {
  const rows = await tx.select().from(person).where(eq(person.personId, personId)).for('update');
  return rows[0] ?? null;
}

/** Whether nobody has ever logged in to an account, or could have: it has no password yet. */
export async function isUnused(tx: Transaction, { subject }: PersonRow): Promise<boolean> {
  const rows = await tx.select().from(account).where(sql`${account.accountId}::text = ${subject}`).for('update');
  const [found] = rows;
  return found !== undefined && found.passwordHash === NO_PASSWORD && !found.emailVerified;
}
