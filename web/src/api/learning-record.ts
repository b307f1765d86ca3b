import { exportLearningRecord, getLearningRecord } from '@academy/contract/call-routes/learning-record';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

export { exportLearningRecord };

/** What the signed-in person has done in this academy. */
export function useLearningRecord() {
  return useQuery({
    queryKey: [getLearningRecord.name],
    queryFn: ({ signal }) => call(getLearningRecord, {}, { ...QUIET, loader: false, signal }),
    staleTime: 0,
  });
}
