import type { CallInput } from '@academy/contract/call';
import { exportContactMessages, listContactMessages } from '@academy/contract/call-routes';
import { useQuery } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

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
