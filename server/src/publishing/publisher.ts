import type { ContentKind } from '@academy/contract/publishing';
import { type AuditActor, type AuditEntry, auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Transaction } from '../db/transaction.ts';
import type { PersonId, SignedInScope, TenantScope } from '../scope.ts';

/** Who publishes, or takes back what was published. */
export interface Publisher {
  personId: PersonId;
  token: { tokenId: string; name: string } | null;
  /** As the audit names the person. */
  auditActor: AuditActor;
}

export function publisherOf(scope: SignedInScope): Publisher {
  const { personId, by } = scope.actor;
  const token = by.kind === 'token' ? { tokenId: by.tokenId, name: by.name } : null;
  return { personId, token, auditActor: auditActorOf(scope) };
}

/**
 * Writes down what was done with an item.
 *
 * @param by null for the server itself, whose samples nobody decided about: nothing is written
 */
export async function auditContent(
  tx: Transaction,
  { tenantId, kind, id, by }: { tenantId: TenantScope; kind: ContentKind; id: string; by: Publisher | null },
  action: `content.${string}`,
  details: NonNullable<AuditEntry['details']>,
): Promise<void> {
  if (by === null) return;
  await writeAudit(tx, { action, target: { kind, id }, tenantId, details, by: by.auditActor });
}
