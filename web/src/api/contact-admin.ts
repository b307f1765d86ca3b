import type { CallInput } from '@academy/contract/call';
import {
  exportContactMessages,
  handleContactMessage,
  listContactMessages,
} from '@academy/contract/call-routes/contact-admin';
import type { HandlingChange } from '@academy/contract/handling';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

export { exportContactMessages };

/** One page of contact messages; the previous page is shown until the new one arrives. */
export function useContactMessages(query: NonNullable<CallInput<typeof listContactMessages>['query']>) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listContactMessages.name, tenantId, query],
    queryFn: ({ signal }) => call(listContactMessages, { query }, { ...QUIET, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Sets state and note, and answers by mail; lists are refetched. Errors are thrown as `CallError`. */
export function useHandleContactMessage() {
  const tenantId = useChosenAcademy();
  const client = useQueryClient();
  return async (messageId: string, body: HandlingChange): Promise<void> => {
    try {
      await call(handleContactMessage, { params: { messageId }, body }, { ...QUIET, tenantId });
    } finally {
      // After a refusal, too: another admin may have handled it.
      await refetchReads(client, listContactMessages.name);
    }
  };
}
