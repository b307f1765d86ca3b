import {
  giveAttemptTime,
  grantAttempt,
  grantTaughtAttempt,
} from '@academy/contract/call-routes/knowledge-checks-admin';
import { useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { LEARNER_KEY } from './people-admin.ts';
import { TAUGHT_LEARNER } from './people-learners.ts';
import { refetchReads } from './refetch-reads.ts';

/** Grants a learner another attempt and refetches what is shown of learners. Errors are thrown as `CallError`. */
export function useGrantAttempt() {
  const client = useQueryClient();
  return async (userId: string, attemptId: string): Promise<void> => {
    try {
      await call(grantAttempt, { params: { userId, attemptId } }, QUIET);
    } finally {
      await refetchReads(client, LEARNER_KEY);
    }
  };
}

/** A learner's attempt, in the academy where it was begun. */
interface AttemptAt {
  tenantId: string;
  userId: string;
  attemptId: string;
}

/**
 * What somebody who teaches does for a learner: another attempt, or more time. Refetches what is shown of learners; errors
 * are thrown as `CallError`.
 */
export function useAttemptHelp({ tenantId, ...params }: AttemptAt) {
  const client = useQueryClient();
  const refetched = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } finally {
      await Promise.all([refetchReads(client, LEARNER_KEY), refetchReads(client, TAUGHT_LEARNER)]);
    }
  };
  return {
    grant: () => refetched(call(grantTaughtAttempt, { params }, { ...QUIET, tenantId })),
    giveTime: (minutes: number) =>
      refetched(call(giveAttemptTime, { params, body: { minutes } }, { ...QUIET, tenantId })),
  };
}
