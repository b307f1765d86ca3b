import type { CallInput } from '@academy/contract/call';
import {
  exportFeedback,
  handleFeedback,
  listFeedback,
  listRatings,
} from '@academy/contract/call-routes/feedback-admin';
import type { HandlingChange } from '@academy/contract/handling';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

export { exportFeedback };

/** One page of feedback; the previous page is shown until the new one arrives. */
export function useFeedback(query: NonNullable<CallInput<typeof listFeedback>['query']>) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listFeedback.name, tenantId, query],
    queryFn: ({ signal }) => call(listFeedback, { query }, { ...QUIET, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** How courses and lessons are rated. */
export function useRatings(query: NonNullable<CallInput<typeof listRatings>['query']>) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listRatings.name, tenantId, query],
    queryFn: ({ signal }) => call(listRatings, { query }, { ...QUIET, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Sets state and note, and answers by mail; lists are refetched. Errors are thrown as `CallError`. */
export function useHandleFeedback() {
  const tenantId = useChosenAcademy();
  const client = useQueryClient();
  return async (feedbackId: string, body: HandlingChange): Promise<void> => {
    try {
      await call(handleFeedback, { params: { feedbackId }, body }, { ...QUIET, tenantId });
    } finally {
      // After a refusal, too: another admin may have handled it.
      await refetchReads(client, listFeedback.name);
    }
  };
}
