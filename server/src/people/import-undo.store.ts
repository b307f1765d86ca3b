import type { AuditAction } from '@academy/contract/audit-actions';
import { NO_PASSWORD } from '@academy/identity/passwords';
import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { account } from '../db/identity-tables.ts';
import { auditEvent, person } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import type { PersonRow } from './people.store.ts';

/** Name of the detail in the audit log that holds the import's id. */
export const OF_IMPORT = 'import';

/** A change that an import made, from the audit log. */
export interface ImportEntry {
  eventId: number;
  action: string;
  personId: string;
  tenantId: string | null;
  details: { email: string; before: Record<string, unknown>; after: Record<string, unknown> };
}

/** The changes of an import, the last one first. @param before entries older than this one; null: from the newest on */
export async function importEntries(
  db: Queries,
  { importId, since, before, max }: { importId: string; since: Date; before: number | null; max: number },
): Promise<ImportEntry[]> {
  const rows = await db
    .select({
      eventId: auditEvent.eventId,
      action: auditEvent.action,
      personId: auditEvent.targetId,
      tenantId: auditEvent.tenantId,
      details: auditEvent.details,
    })
    .from(auditEvent)
    .where(
      and(
        gte(auditEvent.at, since),
        // Written exactly as in the index.
        eq(sql`${auditEvent.details} ->> 'import'`, importId),
        // An invitation changes nothing that could be taken back.
        ne(auditEvent.action, 'person.invite' satisfies AuditAction),
        before === null ? undefined : lt(auditEvent.eventId, before),
      ),
    )
    .orderBy(desc(auditEvent.eventId))
    .limit(max);
  return rows as ImportEntry[];
}

/** What an import has made of a person; null: nothing. */
export async function outcomeOfImport(
  db: Queries,
  importId: string,
  personId: string,
): Promise<'created' | 'updated' | null> {
  const { action, targetKind, targetId, details } = auditEvent;
  const rows = await db
    .select({ action })
    .from(auditEvent)
    .where(and(eq(targetKind, 'person'), eq(targetId, personId), eq(sql`${details} ->> 'import'`, importId)));
  const added: AuditAction = 'person.add';
  return rows.length === 0 ? null : rows.some((row) => row.action === added) ? 'created' : 'updated';
}

/** The person's present row, locked until the transaction ends; null when they were removed. */
export async function heldPerson(tx: Transaction, personId: string): Promise<PersonRow | null> {
  const rows = await tx.select().from(person).where(eq(person.personId, personId)).for('update');
  return rows[0] ?? null;
}

/** Whether the account was never used to log in and could not be: it has no password yet. */
export async function isUnused(tx: Transaction, { subject }: PersonRow): Promise<boolean> {
  const rows = await tx
    .select()
    .from(account)
    .where(sql`${account.accountId} = ${uuidOfText(subject)}`)
    .for('update');
  const [found] = rows;
  return found !== undefined && found.passwordHash === NO_PASSWORD && !found.emailVerified;
}
