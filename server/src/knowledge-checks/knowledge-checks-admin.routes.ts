import { grantAttempt } from '@academy/contract/knowledge-checks-admin';
import { auditActorOf } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { AttemptGrants } from './attempt-grants.service.ts';

export function bindAttemptGrants(calls: CallTable, grants: AttemptGrants): void {
  calls.bind(grantAttempt, async ({ params, scope }) => {
    const grantedAt = await grants.grant(params.userId, params.attemptId, auditActorOf(scope));
    return { grantedAt: grantedAt.toISOString() };
  });
}
