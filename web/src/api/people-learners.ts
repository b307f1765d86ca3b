import { getLearner } from '@academy/contract/call-routes/people-learners';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { LEARNER_KEY } from './people-admin.ts';

export type { Learner } from '@academy/contract/people-learners';

/** What administrators see of one learner; refetched whenever it is shown. */
export function useLearner(userId: string) {
  return useQuery({
    queryKey: [LEARNER_KEY, userId],
    queryFn: ({ signal }) => call(getLearner, { params: { userId } }, { ...QUIET, loader: false, signal }),
    staleTime: 0,
  });
}
