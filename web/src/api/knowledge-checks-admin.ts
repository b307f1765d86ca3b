import { grantAttempt } from '@academy/contract/call-routes/knowledge-checks-admin';
import { useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { LEARNER_KEY } from './people-admin.ts';
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
