import { auditActorOf } from '../audit/audit.store.ts';
import type { SignedInScope } from '../values/scope.ts';
import type { ChangedBy } from './rights-news.ts';

/**
 * Changes by a personal access token send no mail: a script may change hundreds of memberships, and the audit log lists
 * them.
 */
export function changedBy(scope: SignedInScope): ChangedBy {
  return { audit: auditActorOf(scope), tenantId: scope.tenantId, announced: scope.actor.by.kind === 'session' };
}
