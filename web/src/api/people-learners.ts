import type { CallReply } from '@academy/contract/call';
import { getLearner, getTaughtLearner, listLearners } from '@academy/contract/call-routes/people-learners';
import type { TaughtLearner } from '@academy/contract/people-learners';
import { useQuery } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { LEARNER_KEY } from './people-admin.ts';

export type { Learner } from '@academy/contract/people-learners';
export type Taught = TaughtLearner;
export type TaughtPerson = CallReply<typeof listLearners>['result']['content'][number];

/** First part of the keys of what instructors see of a learner. */
export const TAUGHT_LEARNER = getTaughtLearner.name;

const QUIETLY = { ...QUIET, loader: false };

/** What administrators see of one learner; refetched whenever it is shown. */
export function useLearner(userId: string) {
  return useQuery({
    queryKey: [LEARNER_KEY, userId],
    queryFn: ({ signal }) => call(getLearner, { params: { userId } }, { ...QUIETLY, signal }),
    staleTime: 0,
  });
}

/** One page of the learners whom the viewer teaches; the previous page is shown until the new one arrives. */
export function useLearners(query: { q: string; pageNumber: number }) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listLearners.name, tenantId, query],
    queryFn: ({ signal }) => call(listLearners, { query }, { ...QUIETLY, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** What the viewer sees of one of their learners; refetched whenever it is shown. */
export function useTaughtLearner(userId: string) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [TAUGHT_LEARNER, tenantId, userId],
    queryFn: ({ signal }) => call(getTaughtLearner, { params: { userId } }, { ...QUIETLY, tenantId, signal }),
    staleTime: 0,
  });
}
