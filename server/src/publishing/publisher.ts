import type { AuditAction } from '@academy/contract/audit-actions';
import type { ContentKind } from '@academy/contract/publishing';
import { scopesOf } from '@academy/contract/rules/held-roles';
import { type AuditActor, type AuditEntry, auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Transaction } from '../db/transaction.ts';
import { holderOfActor } from '../people/held-roles.ts';
import type { PersonId, SignedInScope, TenantScope } from '../values/scope.ts';

/** Who publishes or removes an item. */
export interface Publisher {
  personId: PersonId;
  token: { tokenId: string; name: string } | null;
  /** What they may publish, as scopes of roles. */
  scopes: readonly string[];
  /** As the audit log names the person. */
  auditActor: AuditActor;
}

export function publisherOf(scope: SignedInScope): Publisher {
  const { personId, by } = scope.actor;
  const token = by.kind === 'token' ? { tokenId: by.tokenId, name: by.name } : null;
  return { personId, token, scopes: authorScopesOf(scope), auditActor: auditActorOf(scope) };
}

/** What the caller may publish in the academy. */
export const authorScopesOf = ({ actor, tenantId }: SignedInScope): readonly string[] =>
  scopesOf(holderOfActor(actor), 'author', tenantId);

/**
 * Writes the audit log entry of a change of an item.
 *
 * @param by null for the server's own samples: no entry is written
 */
export async function auditContent(
  tx: Transaction,
  { tenantId, kind, id, by }: { tenantId: TenantScope; kind: ContentKind; id: string; by: Publisher | null },
  action: AuditAction & `content.${string}`,
  details: NonNullable<AuditEntry['details']>,
): Promise<void> {
  if (by === null) return;
  await writeAudit(tx, { action, target: { kind, id }, tenantId, details, by: by.auditActor });
}
