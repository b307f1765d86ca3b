import { giveAttemptTime, grantAttempt, grantTaughtAttempt } from '@academy/contract/knowledge-checks-admin';
import { auditActorOf } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { SignedInScope } from '../values/scope.ts';
import type { AttemptGrants } from './attempt-grants.service.ts';

/** Throws not-found for an attempt that the caller, who teaches, does not see. */
type RefuseUnseen = (scope: SignedInScope, personId: string, attemptId: string) => Promise<void>;

export function bindAttemptGrants(calls: CallTable, grants: AttemptGrants, refuseUnseen: RefuseUnseen): void {
  const grant = async (scope: SignedInScope, { userId, attemptId }: { userId: string; attemptId: string }) => {
    const grantedAt = await grants.grant(userId, attemptId, auditActorOf(scope));
    return { grantedAt: grantedAt.toISOString() };
  };

  calls.bind(grantAttempt, ({ params, scope }) => grant(scope, params));

  calls.bind(grantTaughtAttempt, async ({ params, scope }) => {
    await refuseUnseen(scope, params.userId, params.attemptId);
    return grant(scope, params);
  });

  calls.bind(giveAttemptTime, async ({ params: { userId, attemptId }, body: { minutes }, scope }) => {
    await refuseUnseen(scope, userId, attemptId);
    await grants.giveTime(userId, attemptId, minutes, auditActorOf(scope));
    return { minutes };
  });
}
