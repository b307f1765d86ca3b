import type { AuditAction } from '@academy/contract/audit-actions';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { auditEvent } from '../db/tables.ts';
import type { Queries, Transaction } from '../db/transaction.ts';
import type { Scope } from '../values/scope.ts';

type AuditFact = string | number | boolean | null;

/** One entry of the audit log: a change of rights, addresses or settings. */
export interface AuditEntry {
  /** `person.make-admin`, `token.create` ... */
  action: AuditAction;
  target: { kind: string; id: string };
  /** Null for what concerns the whole installation. */
  tenantId: string | null;
  /**
   * What a reader needs to understand the entry; never secrets, tokens or codes. Changed fields stand in `before` and
   * `after` under the same names.
   */
  details?: Record<string, AuditFact | readonly string[] | Readonly<Record<string, AuditFact>>>;
  by: AuditActor;
}

/** Who made the change. `personId` is null for the command line and for the server itself. */
export interface AuditActor {
  personId: string | null;
  name: string;
  correlationId: string | null;
  /** Network address; left out where there is none. */
  address?: string | undefined;
  /** Name of the personal access token that was used; left out where there was none. */
  token?: string | undefined;
}

/** An operator at the command line. */
export const COMMAND_LINE: AuditActor = { personId: null, name: 'command line', correlationId: null };

/** The actor of a call; during an impersonation it is the administrator. */
export function auditActorOf({
  actor,
  correlationId,
  address,
}: Pick<Scope, 'actor' | 'correlationId' | 'address'>): AuditActor {
  const who = actor?.by.kind === 'view' ? actor.by.admin : actor;
  const token = actor?.by.kind === 'token' ? actor.by.name : undefined;
  return { personId: who?.personId ?? null, name: who?.email ?? 'visitor', correlationId, address, token };
}

/** Writes an entry in the transaction of the change it describes, so that both are stored or neither. */
export async function writeAudit(db: Database | Transaction, entry: AuditEntry): Promise<void> {
  await db.insert(auditEvent).values({
    tenantId: entry.tenantId,
    actorId: entry.by.personId,
    actorName: entry.by.name,
    action: entry.action,
    targetKind: entry.target.kind,
    targetId: entry.target.id,
    details: { ...entry.details, ...(entry.by.token === undefined ? {} : { token: entry.by.token }) },
    correlationId: entry.by.correlationId,
    address: entry.by.address ?? null,
  });
}

/** Who made the last recorded change of a subject, and when; null when there is none. */
export async function lastAuditOf(
  db: Queries,
  { kind, id }: AuditEntry['target'],
): Promise<{ actorName: string; at: Date } | null> {
  const rows = await db
    .select({ actorName: auditEvent.actorName, at: auditEvent.at })
    .from(auditEvent)
    .where(and(eq(auditEvent.targetKind, kind), eq(auditEvent.targetId, id)))
    .orderBy(desc(auditEvent.eventId))
    .limit(1);
  return rows[0] ?? null;
}
